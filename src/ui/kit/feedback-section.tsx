import {
  Cloud,
  CloudAlert,
  CloudCheck,
  CloudOff,
  HardDrive,
  Inbox,
  LogIn,
  RefreshCw,
  SearchX,
  TriangleAlert,
} from 'lucide-react';
import { Button } from '../actions/button.tsx';
import { Link } from '../actions/link.tsx';
import { Banner } from '../feedback/banner.tsx';
import { EmptyState } from '../feedback/empty-state.tsx';
import { ProgressLine } from '../feedback/progress-line.tsx';
import { SkeletonBlock, SkeletonRows } from '../feedback/skeleton.tsx';
import { StatusPill, type StatusPillProps } from '../feedback/status-pill.tsx';
import type { Notice } from '../feedback/notice.ts';
import { notify } from '../feedback/toast.tsx';
import styles from './kit-page.module.css';
import { As, LONG, nothing, Specimen, State } from './specimen.tsx';

const PILLS: readonly (StatusPillProps & { readonly name: string })[] = [
  { name: 'tudo enviado', icon: CloudCheck, tone: 'ok', children: 'Tudo enviado' },
  { name: 'recolhida', icon: CloudCheck, tone: 'ok', isCollapsed: true, children: 'Tudo enviado' },
  { name: 'enviando', icon: RefreshCw, tone: 'active', isSpinning: true, children: 'Enviando 2 de 5' },
  { name: 'sem conexão', icon: CloudOff, tone: 'pencil', children: 'Sem conexão' },
  { name: 'com fila', icon: CloudOff, tone: 'pencil', isDashed: true, children: 'Sem conexão · 3 na fila' },
  { name: 'instável', icon: CloudAlert, tone: 'pencil', isDashed: true, children: 'Conexão instável · 3 na fila' },
  { name: 'entrar', icon: LogIn, tone: 'warn', children: 'Entre de novo para enviar 3 itens' },
  { name: 'precisa de você', icon: TriangleAlert, tone: 'danger', children: '1 item precisa de você' },
  { name: 'pouco espaço', icon: HardDrive, tone: 'warn', children: 'Pouco espaço neste aparelho' },
  { name: 'versão nova', icon: Cloud, tone: 'ok', hasDot: true, children: 'Tudo enviado' },
  { name: 'na navegação', icon: CloudOff, tone: 'pencil', ground: 'nav', children: 'Sem conexão' },
];

const NOTICES: readonly (Notice & { readonly name: string })[] = [
  { name: 'simples', title: 'Palavra-chave removida' },
  { name: 'com ação', title: 'Palavra-chave removida', action: { label: 'Desfazer', onAction: nothing } },
  {
    name: 'a lápis, com segunda linha',
    title: 'Documento finalizado',
    detail: 'Guardado neste aparelho. Será enviado quando houver conexão.',
    tone: 'pencil',
  },
  { name: 'registrado', title: 'Registrado às 14:33', tone: 'ok' },
  { name: 'erro, fica até fechar', title: 'Não enviado', detail: 'O setor não tem usuários ativos.', tone: 'danger' },
  { name: 'texto longo', title: LONG },
];

/** Banners, messages and progress. */
export function FeedbackSection() {
  return (
    <>
      <Banners />
      <Specimen name="notify, ToastRegion">
        {NOTICES.map(({ name, ...notice }) => (
          <State key={name} name={name}>
            <Button size="sm" onPress={() => notify(notice)}>
              Mostrar
            </Button>
          </State>
        ))}
      </Specimen>
      <Specimen name="StatusPill">
        {PILLS.map(({ name, ...pill }) => (
          <State key={name} name={name}>
            <div className={pill.ground === 'nav' ? styles.nav : undefined}>
              <StatusPill {...pill} />
            </div>
          </State>
        ))}
        <State name="sob o ponteiro">
          <As state="hovered">
            <StatusPill icon={CloudCheck} tone="ok">
              Tudo enviado
            </StatusPill>
          </As>
        </State>
        <State name="com foco">
          <As state="focused">
            <StatusPill icon={CloudCheck} tone="ok">
              Tudo enviado
            </StatusPill>
          </As>
        </State>
      </Specimen>
      <Specimen name="EmptyState">
        <State name="nada existe, com ação" isWide>
          <EmptyState
            icon={Inbox}
            title="Sem documentos para gerenciar no momento"
            action={
              <Link href="#conteudo" tone="action">
                Clique aqui para cadastrar
              </Link>
            }
          />
        </State>
        <State name="nada combina, com segunda linha" isWide>
          <EmptyState
            icon={SearchX}
            title="Nenhum documento com estes filtros"
            action={<Button>Limpar filtros</Button>}
          >
            Estão ligados 2 filtros.
          </EmptyState>
        </State>
      </Specimen>
      <Progress />
    </>
  );
}

function Banners() {
  return (
    <Specimen name="Banner">
      {(['info', 'ok', 'warn', 'danger', 'pencil'] as const).map((tone) => (
        <State key={tone} name={tone} isWide>
          <Banner tone={tone} title="Sem conexão.">
            Entrar precisa de internet.
          </Banner>
        </State>
      ))}
      <State name="com ação" isWide>
        <Banner
          tone="danger"
          title="Não enviado."
          action={
            <Button variant="quiet" size="sm">
              Corrigir
            </Button>
          }
        >
          O setor não tem usuários ativos.
        </Banner>
      </State>
      <State name="pode fechar, texto longo" isWide>
        <Banner tone="info" onClose={nothing}>
          {LONG}
        </Banner>
      </State>
    </Specimen>
  );
}

function Progress() {
  return (
    <>
      <Specimen name="ProgressLine">
        <State name="sem valor" isWide>
          <ProgressLine label="Preparando" />
        </State>
        {[0, 40, 100].map((value) => (
          <State key={value} name={`${value} %`} isWide>
            <ProgressLine label="Enviando" value={value} />
          </State>
        ))}
      </Specimen>
      <Specimen name="SkeletonRows, SkeletonBlock">
        <State name="linhas" isWide>
          <SkeletonRows label="Carregando documentos" count={2} />
        </State>
        <State name="bloco">
          <SkeletonBlock width={200} />
        </State>
        <State name="bloco, linha toda" isWide>
          <SkeletonBlock height={40} />
        </State>
      </Specimen>
    </>
  );
}
