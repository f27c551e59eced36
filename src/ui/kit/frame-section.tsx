import { Bell } from 'lucide-react';
import { Button } from '../actions/button.tsx';
import { announce, VisuallyHidden } from '../base/visually-hidden.tsx';
import { SectionLabel } from '../frame/section-label.tsx';
import { SkipLinks } from '../frame/skip-links.tsx';
import { LONG, Specimen, State } from './specimen.tsx';

/**
 * The parts around and between screens. `KitProvider` has no specimen, because it wraps this page.
 */
export function FrameSection() {
  return (
    <>
      <Specimen name="SectionLabel">
        <State name="padrão">
          <SectionLabel as="h4">Últimos que recebeu</SectionLabel>
        </State>
        <State name="com ícone e contagem">
          <SectionLabel as="h4" icon={Bell} count={2}>
            Na fila
          </SectionLabel>
        </State>
        <State name="perigo">
          <SectionLabel as="h4" tone="danger" icon={Bell} count={2}>
            Precisa de você
          </SectionLabel>
        </State>
        <State name="texto longo" isWide>
          <SectionLabel as="h4">{LONG}</SectionLabel>
        </State>
      </Specimen>
      <Specimen name="SkipLinks">
        <State name="à vista com foco: chegue com Tab" isWide>
          <SkipLinks links={[{ href: '#conteudo', label: 'Ir para o conteúdo', accessKey: '1' }]} />
        </State>
      </Specimen>
      <Specimen name="VisuallyHidden">
        <State name="só para leitores de tela">
          <span>
            Há palavras aqui.<VisuallyHidden> Estas são ouvidas.</VisuallyHidden>
          </span>
        </State>
      </Specimen>
      <Specimen name="announce, LiveRegions">
        <State name="com calma">
          <Button size="sm" onPress={() => announce('Rascunho salvo')}>
            Dizer
          </Button>
        </State>
        <State name="na hora">
          <Button size="sm" onPress={() => announce('Não enviado', 'assertive')}>
            Dizer
          </Button>
        </State>
      </Specimen>
    </>
  );
}
