import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button, LinkButton } from './button.tsx';
import styles from './pagination.module.css';

/**
 * Props of `Pagination`. Pages count from 1. Give `hrefOf` when pages have addresses, `onChange`
 * otherwise.
 */
export type PaginationProps = {
  page: number;
  pageCount: number;
  hrefOf?: ((page: number) => string) | undefined;
  onChange?: ((page: number) => void) | undefined;
  label?: string | undefined;
};

/** Draws "Página 2 de 9 · Anterior · Próxima". */
export function Pagination({ page, pageCount, hrefOf, onChange, label = 'Páginas' }: PaginationProps) {
  const step = (to: number, text: string) => {
    const looks = {
      size: 'sm' as const,
      icon: to < page ? ChevronLeft : undefined,
      iconEnd: to > page ? ChevronRight : undefined,
    };
    const isOut = to < 1 || to > pageCount;
    if (isOut || !hrefOf) {
      return (
        <Button {...looks} isDisabled={isOut} onPress={() => onChange?.(to)}>
          {text}
        </Button>
      );
    }
    return (
      <LinkButton {...looks} href={hrefOf(to)} onPress={() => onChange?.(to)}>
        {text}
      </LinkButton>
    );
  };
  return (
    <nav aria-label={label} className={styles.pagination}>
      <span className={styles.where} aria-current="page">
        Página {page} de {Math.max(pageCount, 1)}
      </span>
      {step(page - 1, 'Anterior')}
      {step(page + 1, 'Próxima')}
    </nav>
  );
}
