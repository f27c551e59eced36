import { KitActions, KitDate, KitFields, KitFilterList } from './kit-page-fields.tsx';
import { KitEmpty, KitMessages, KitOverlays, KitSkeleton, KitThread } from './kit-page-messages.tsx';
import { KitPencilToInk, KitSendStates, KitStamps } from './kit-page-states.tsx';
import styles from './kit-page.module.css';
import { SectionLabel } from '../frame/section-label.tsx';

const sections = [
  { title: 'Do lápis à tinta', span: styles.all, Part: KitPencilToInk },
  { title: 'Carimbos e lombadas', span: styles.two, Part: KitStamps },
  { title: 'Envio: um só lugar, nove estados', span: '', Part: KitSendStates },
  { title: 'Botões e marcas', span: styles.all, Part: KitActions },
  { title: 'Campos', span: '', Part: KitFields },
  { title: 'Lista que filtra', span: '', Part: KitFilterList },
  { title: 'Data', span: '', Part: KitDate },
  { title: 'Aviso com a segunda linha', span: '', Part: KitMessages },
  { title: 'Vazio', span: '', Part: KitEmpty },
  { title: 'Esqueleto', span: '', Part: KitSkeleton },
  { title: 'Fio do trâmite', span: styles.two, Part: KitThread },
  { title: 'Janelas, menus e abas', span: '', Part: KitOverlays },
];

/** Every component in its states, on one page, for eyes and for the accessibility check. Development only. */
export function KitPage() {
  return (
    <main id="conteudo" tabIndex={-1} className={styles.page}>
      <header className={styles.header}>
        <h1>Lápis e Tinta: peças</h1>
        <p>Public Sans, Source Serif 4, Inter · grade de 4 px</p>
      </header>
      <div className={styles.grid}>
        {sections.map(({ title, span, Part }) => (
          <section key={title} className={`${styles.section} ${span}`}>
            <SectionLabel>{title}</SectionLabel>
            <Part />
          </section>
        ))}
      </div>
    </main>
  );
}
