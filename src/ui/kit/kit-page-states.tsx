import {
  ArrowRight,
  Check,
  Clock,
  Cloud,
  CloudAlert,
  CloudCheck,
  CloudOff,
  HardDrive,
  LogIn,
  RefreshCw,
  TriangleAlert,
} from 'lucide-react';
import { Hatch } from '../document-look/hatch.tsx';
import styles from './kit-page.module.css';
import { ProgressLine } from '../feedback/progress-line.tsx';
import { Stamp } from '../document-look/stamp.tsx';
import { StatusPill } from '../feedback/status-pill.tsx';
import { Card } from '../document-look/surface.tsx';
import type { SpineTone } from '../document-look/tone.ts';

const tones: { tone: SpineTone; label: string }[] = [
  { tone: 'sent', label: 'Enviados' },
  { tone: 'pending', label: 'Pendente' },
  { tone: 'under_review', label: 'Tramitando' },
  { tone: 'extended', label: 'Prorrogado' },
  { tone: 'overdue', label: 'Em atraso' },
  { tone: 'completed', label: 'Finalizado' },
  { tone: 'local', label: 'A enviar' },
];

/** One message on its way from this device to the register. */
export function KitPencilToInk() {
  const text = <p>O desvio está confirmado.</p>;
  return (
    <div className={styles.steps}>
      <Card isPencil padding="none">
        <Hatch />
        <div className={`${styles.message} ${styles.inPencil}`}>
          <div className={styles.state}>
            <Clock size={18} strokeWidth={1.75} aria-hidden /> Na fila <time>hoje · 14:31</time>
          </div>
          {text}
        </div>
      </Card>
      <ArrowRight size={20} strokeWidth={1.75} aria-hidden />
      <Card state="active" padding="none">
        <div className={styles.message}>
          <div className={`${styles.state} ${styles.sending}`}>
            <RefreshCw size={18} strokeWidth={1.75} aria-hidden /> Enviando… 40 %
          </div>
          {text}
        </div>
        <ProgressLine label="Enviando" value={40} isEdge />
      </Card>
      <ArrowRight size={20} strokeWidth={1.75} aria-hidden />
      <Card padding="none">
        <div className={styles.message}>
          <div className={`${styles.state} ${styles.registered}`}>
            <Check size={18} strokeWidth={1.75} aria-hidden /> Registrado <time>hoje · 14:33</time>
          </div>
          {text}
        </div>
      </Card>
    </div>
  );
}

/** Stamps and spines on every ground. */
export function KitStamps() {
  const stamps = (size: 'row' | 'header' = 'row') => (
    <div className={`${styles.line} ${styles.tight}`}>
      {tones.map(({ tone, label }) => (
        <Stamp key={tone} tone={tone} label={label} size={size} />
      ))}
      <Stamp tone="exception" label="exceção" size={size} />
    </div>
  );
  return (
    <div className={styles.stack}>
      <div className={styles.spines}>
        {tones.map(({ tone, label }) => (
          <Card key={tone} spine={tone}>
            {label}
          </Card>
        ))}
      </div>
      <Card padding="lg">{stamps()}</Card>
      <div className={`${styles.line} ${styles.tight}`}>
        <Stamp tone="exception" label="Exceções" />
        {tones.slice(1, 6).map(({ tone, label }) => (
          <Stamp key={tone} tone={tone} label={label} isPencil />
        ))}
        à espera do servidor
      </div>
      <div data-theme="dark" className={styles.dark}>
        <Card padding="lg">{stamps('header')}</Card>
      </div>
    </div>
  );
}

/** The pill of sending, in each of its states. */
export function KitSendStates() {
  return (
    <div className={`${styles.line} ${styles.tight} ${styles.start}`}>
      <StatusPill icon={CloudCheck} tone="ok">
        Tudo enviado
      </StatusPill>
      <StatusPill icon={RefreshCw} tone="active" isSpinning>
        Enviando 2 de 5
      </StatusPill>
      <StatusPill icon={CloudOff} tone="pencil">
        Sem conexão
      </StatusPill>
      <StatusPill icon={CloudOff} tone="pencil" isDashed>
        Sem conexão · 3 na fila
      </StatusPill>
      <StatusPill icon={CloudAlert} tone="pencil" isDashed>
        Conexão instável · 3 na fila
      </StatusPill>
      <StatusPill icon={LogIn} tone="warn">
        Entre de novo para enviar 3 itens
      </StatusPill>
      <StatusPill icon={TriangleAlert} tone="danger">
        1 item precisa de você
      </StatusPill>
      <StatusPill icon={HardDrive} tone="warn">
        Pouco espaço neste aparelho
      </StatusPill>
      <StatusPill icon={Cloud} tone="ok" hasDot>
        Tudo enviado
      </StatusPill>
      <StatusPill icon={CloudCheck} tone="ok" isCollapsed>
        Tudo enviado
      </StatusPill>
    </div>
  );
}
