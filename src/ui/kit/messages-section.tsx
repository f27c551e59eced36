import { Check, Clock, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '../document-look/avatar.tsx';
import { Card, Hatch } from '../document-look/surface.tsx';
import { Thread, ThreadItem, ThreadMark, ThreadNote } from '../document-look/thread.tsx';
import { ProgressLine } from '../feedback/progress-line.tsx';
import styles from './kit-page.module.css';
import { Specimen, State } from './specimen.tsx';

/** A message from pencil to ink, and the thread that joins messages. */
export function MessagesSection() {
  return (
    <>
      <Specimen name="Card, Hatch, ProgressLine: do lápis à tinta">
        <State name="na fila" isWide>
          <Card isPencil padding="none">
            <Hatch />
            <Message icon={<Clock size={18} strokeWidth={1.75} aria-hidden />} tone={styles.inPencil} state="Na fila" />
          </Card>
        </State>
        <State name="enviando" isWide>
          <Card state="active" padding="none">
            <Message
              icon={<RefreshCw size={18} strokeWidth={1.75} aria-hidden />}
              tone={styles.sending}
              state="Enviando… 40 %"
            />
            <ProgressLine label="Enviando" value={40} isEdge />
          </Card>
        </State>
        <State name="registrada" isWide>
          <Card padding="none">
            <Message
              icon={<Check size={18} strokeWidth={1.75} aria-hidden />}
              tone={styles.registered}
              state="Registrado"
            />
          </Card>
        </State>
      </Specimen>
      <Specimen name="Thread, ThreadItem, ThreadNote, ThreadMark">
        <State name="a tinta até a última registrada, a lápis depois" isWide>
          <Thread label="Tramitação">
            <ThreadItem lead={<Avatar name="Rosângela Meireles" isSelf />}>
              <Card>
                <strong>Rosângela Meireles</strong> SEMOB · você
                <p>Solicito a interdição parcial da Rua das Aroeiras, entre a Rua do Cedro e a Praça do Ipê.</p>
              </Card>
            </ThreadItem>
            <ThreadNote meta="seg., 16 de nov. · 10:05">
              <strong>Jaqueline Sampaio</strong> transferiu para <strong>SEMTRAN</strong>
            </ThreadNote>
            <ThreadItem lead={<Avatar name="Caio Rezende Porto" />} line="pencil">
              <Card>
                <strong>Caio Rezende Porto</strong> SEMTRAN
                <p>Recebido. Equipe em campo amanhã cedo.</p>
              </Card>
            </ThreadItem>
            <ThreadNote line="pencil" meta="na fila">
              <strong>Você</strong> transferiu para <strong>SEFAZ</strong>
            </ThreadNote>
            <ThreadItem lead={<Avatar name="Rosângela Meireles" isPencil />} line="pencil">
              <Card isPencil>O desvio pela Avenida Beira-Rio está confirmado.</Card>
            </ThreadItem>
            <ThreadItem lead={<ThreadMark>2</ThreadMark>} line="none">
              <Card>Seção de um formulário</Card>
            </ThreadItem>
          </Thread>
        </State>
      </Specimen>
    </>
  );
}

function Message({ icon, tone, state }: { icon: ReactNode; tone: string | undefined; state: string }) {
  return (
    <div className={`${styles.message} ${tone}`}>
      <div className={styles.messageState}>
        {icon} {state} <time>hoje · 14:31</time>
      </div>
      <p>O desvio está confirmado.</p>
    </div>
  );
}
