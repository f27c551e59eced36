import {
  ArrowRightLeft,
  Bell,
  Bold,
  ChevronDown,
  EllipsisVertical,
  Italic,
  Link2,
  Plus,
  Search,
  Send,
  SlidersHorizontal,
  Type,
} from 'lucide-react';
import { ActButton } from '../actions/act-button.tsx';
import { Button, LinkButton } from '../actions/button.tsx';
import { Disclosure } from '../actions/disclosure.tsx';
import { Hint } from '../actions/tips.tsx';
import { IconButton } from '../actions/icon-button.tsx';
import { Link, TextButton } from '../actions/link.tsx';
import { Pagination } from '../actions/pagination.tsx';
import { Tabs } from '../actions/tabs.tsx';
import { Tool, Toolbar, ToolSeparator, ToolToggle } from '../actions/toolbar.tsx';
import { As, Held, LONG, nothing, Specimen, State } from './specimen.tsx';

const VARIANTS = ['primary', 'secondary', 'quiet', 'danger', 'inverse'] as const;
const ACT_VARIANTS = ['primary', 'secondary', 'danger', 'row'] as const;
const SIZES = ['sm', 'md', 'lg'] as const;

/** Buttons, links and everything else that is pressed. */
export function ActionsSection() {
  return (
    <>
      <Buttons />
      <IconButtons />
      <Specimen name="ActButton">
        {ACT_VARIANTS.map((variant) => (
          <State key={variant} name={variant} isWide>
            <ActButton variant={variant} icon={ArrowRightLeft} title="Transferir" detail={LONG} />
          </State>
        ))}
        <State name="desabilitado, sem detalhe" isWide>
          <ActButton icon={Send} title="Enviar agora" isDisabled />
        </State>
      </Specimen>
      <Links />
      <Specimen name="Disclosure">
        {[true, false].map((isOpen) => (
          <State key={String(isOpen)} name={isOpen ? 'aberto' : 'fechado'} isWide>
            <Disclosure title={LONG} level={3} isOpen={isOpen} onOpenChange={nothing}>
              <p>{LONG}</p>
            </Disclosure>
          </State>
        ))}
      </Specimen>
      <Specimen name="Tabs">
        <State name="com contagem" isWide>
          <Held initial="a">
            {(selectedId, onChange) => (
              <Tabs
                label="Listas"
                selectedId={selectedId}
                onChange={onChange}
                tabs={[
                  { id: 'a', text: 'Administrador', count: 34, panel: () => <p>34 documentos</p> },
                  { id: 'b', text: 'Outros setores', count: 41, panel: () => <p>41 documentos</p> },
                  { id: 'c', text: 'Finalizados', panel: () => <p>Sem contagem</p> },
                ]}
              />
            )}
          </Held>
        </State>
      </Specimen>
      <Tools />
      <Specimen name="Tooltip">
        <State name="aparece sob o ponteiro ou com foco">
          <IconButton icon={Search} label="Um rótulo curto" />
        </State>
      </Specimen>
      <Specimen name="Hint">
        <State name="aparece sob o ponteiro, com foco ou ao toque">
          <Hint text="não visto até o prazo">Em atraso</Hint>
        </State>
      </Specimen>
      <Specimen name="Pagination">
        <State name="no meio" isWide>
          <Pagination page={2} pageCount={9} onChange={nothing} />
        </State>
        <State name="primeira página" isWide>
          <Pagination page={1} pageCount={9} onChange={nothing} />
        </State>
        <State name="vazia" isWide>
          <Pagination page={1} pageCount={0} hrefOf={(page) => `#pagina-${page}`} />
        </State>
      </Specimen>
    </>
  );
}

function Buttons() {
  return (
    <Specimen name="Button">
      {VARIANTS.map((variant) => (
        <State key={variant} name={variant}>
          <Button variant={variant}>Transferir</Button>
        </State>
      ))}
      {VARIANTS.map((variant) => (
        <State key={variant} name={`${variant}, sob o ponteiro`}>
          <As state="hovered">
            <Button variant={variant}>Transferir</Button>
          </As>
        </State>
      ))}
      <State name="pressionado">
        <As state="pressed">
          <Button variant="primary">Enviar</Button>
        </As>
      </State>
      <State name="com foco">
        <As state="focused">
          <Button variant="primary">Enviar</Button>
        </As>
      </State>
      {VARIANTS.map((variant) => (
        <State key={variant} name={`${variant}, desabilitado`}>
          <Button variant={variant} isDisabled>
            Transferir
          </Button>
        </State>
      ))}
      <State name="ocupado">
        <Button variant="primary" icon={Send} isPending>
          Enviando…
        </Button>
      </State>
      {SIZES.map((size) => (
        <State key={size} name={`tamanho ${size}`}>
          <Button size={size} icon={ArrowRightLeft} iconEnd={ChevronDown}>
            Transferir
          </Button>
        </State>
      ))}
      <State name="pílula">
        <Button variant="primary" icon={Plus} isPill>
          Criar documento
        </Button>
      </State>
      <State name="largura toda, texto no início" isWide>
        <Button isWide isStart icon={SlidersHorizontal}>
          Filtros (2)
        </Button>
      </State>
      <State name="texto longo" isWide>
        <Button icon={Send}>{LONG}</Button>
      </State>
    </Specimen>
  );
}

function IconButtons() {
  return (
    <Specimen name="IconButton">
      {(['quiet', 'secondary', 'primary', 'inverse'] as const).map((variant) => (
        <State key={variant} name={variant}>
          <IconButton icon={EllipsisVertical} label="Mais opções" variant={variant} />
        </State>
      ))}
      <State name="sob o ponteiro">
        <As state="hovered">
          <IconButton icon={EllipsisVertical} label="Mais opções" />
        </As>
      </State>
      <State name="com foco">
        <As state="focused">
          <IconButton icon={EllipsisVertical} label="Mais opções" variant="secondary" />
        </As>
      </State>
      <State name="desabilitado">
        <IconButton icon={EllipsisVertical} label="Mais opções" variant="secondary" isDisabled />
      </State>
      <State name="com novidade">
        <IconButton icon={Bell} label="Avisos" dotLabel="Há novidades" />
      </State>
      {SIZES.map((size) => (
        <State key={size} name={`tamanho ${size}`}>
          <IconButton icon={Bell} label="Avisos" variant="secondary" size={size} />
        </State>
      ))}
    </Specimen>
  );
}

function Links() {
  return (
    <>
      <Specimen name="LinkButton">
        <State name="primary">
          <LinkButton href="#conteudo" variant="primary" icon={Plus}>
            Criar documento
          </LinkButton>
        </State>
        <State name="sob o ponteiro">
          <As state="hovered">
            <LinkButton href="#conteudo">Abrir</LinkButton>
          </As>
        </State>
        <State name="com foco">
          <As state="focused">
            <LinkButton href="#conteudo">Abrir</LinkButton>
          </As>
        </State>
      </Specimen>
      <Specimen name="TextButton">
        <State name="em frase">
          Falta: <TextButton onPress={nothing}>responsável</TextButton>
        </State>
      </Specimen>
      <Specimen name="Link">
        <State name="em frase">
          Falta: <Link href="#conteudo">responsável</Link> e <Link href="#conteudo">data limite</Link>
        </State>
        <State name="ação">
          <Link href="#conteudo" tone="action">
            Ver todos
          </Link>
        </State>
        <State name="sem marca">
          <Link href="#conteudo" tone="plain">
            Vistoria em encosta
          </Link>
        </State>
        {(['text', 'action', 'plain'] as const).map((tone) => (
          <State key={tone} name={`${tone}, sob o ponteiro`}>
            <As state="hovered">
              <Link href="#conteudo" tone={tone}>
                Ver todos
              </Link>
            </As>
          </State>
        ))}
        <State name="com foco">
          <As state="focused">
            <Link href="#conteudo">responsável</Link>
          </As>
        </State>
        <State name="texto longo" isWide>
          <Link href="#conteudo">{LONG}</Link>
        </State>
      </Specimen>
    </>
  );
}

function Tools() {
  return (
    <Specimen name="Toolbar, Tool, ToolToggle, ToolSeparator">
      <State name="ferramentas" isWide>
        <Toolbar label="Formatação">
          <ToolToggle label="Negrito" icon={Bold} shortcut="Ctrl+B" isSelected />
          <ToolToggle label="Itálico" icon={Italic} isSelected={false} />
          <ToolToggle label="Sublinhado" icon={Type} isSelected={false} isDisabled />
          <ToolSeparator />
          <Tool label="Fonte" iconEnd={ChevronDown}>
            Inter
          </Tool>
          <Tool label="Ligação" icon={Link2} />
          <Tool label="Mais" icon={ChevronDown} />
          <Tool label="Indisponível" icon={Link2} isDisabled />
        </Toolbar>
      </State>
      <State name="sob o ponteiro">
        <As state="hovered" of="button">
          <Toolbar label="Formatação, sob o ponteiro">
            <Tool label="Ligação" icon={Link2} />
          </Toolbar>
        </As>
      </State>
      <State name="com foco">
        <As state="focused" of="button">
          <Toolbar label="Formatação, com foco">
            <Tool label="Ligação" icon={Link2} />
          </Toolbar>
        </As>
      </State>
    </Specimen>
  );
}
