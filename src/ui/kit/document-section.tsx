import { Image, Images, Check, Clock, RefreshCw } from 'lucide-react';
import { Avatar } from '../document-look/avatar.tsx';
import { FilterChip, TagChip, ToggleChip } from '../document-look/chip.tsx';
import { DeltaChip } from '../document-look/delta-chip.tsx';
import { FileChip } from '../document-look/file-chip.tsx';
import { RouteLine } from '../document-look/route-line.tsx';
import { spineClass, type SpineTone } from '../document-look/spine.ts';
import { Stamp } from '../document-look/stamp.tsx';
import { Card, Row, RowList, Hatch } from '../document-look/surface.tsx';
import styles from './kit-page.module.css';
import { As, LONG, nothing, Specimen, State } from './specimen.tsx';
import { Register, RegisterGroup, RegisterRow, RegisterTick } from '../document-look/register.tsx';
import { RowMeta, RowTitle, RowWords } from '../document-look/row-words.tsx';
import { Checkbox } from '../fields/checkbox.tsx';
import { SectionLabel } from '../frame/section-label.tsx';
import type { ReactNode } from 'react';
import {
  Thread,
  ThreadDivider,
  ThreadFold,
  ThreadFolded,
  ThreadItem,
  ThreadMark,
  ThreadNote,
} from '../document-look/thread.tsx';
import { ProgressLine } from '../feedback/progress-line.tsx';

const TONES: readonly { readonly tone: SpineTone; readonly label: string }[] = [
  { tone: 'sent', label: 'Enviados' },
  { tone: 'pending', label: 'Pendente' },
  { tone: 'under_review', label: 'Tramitando' },
  { tone: 'extended', label: 'Prorrogado' },
  { tone: 'overdue', label: 'Em atraso' },
  { tone: 'completed', label: 'Finalizado' },
  { tone: 'local', label: 'A enviar' },
];

/** Pencil and ink: what draws a document. */
export function DocumentSection() {
  return (
    <>
      <Stamps />
      <Surfaces />
      <RowsSection />
      <MessagesSection />
      <Specimen name="Avatar">
        {['Rosângela Meireles', 'Caio Rezende Porto', 'Ícaro Vilela', 'Marlene Bittencourt'].map((name) => (
          <State key={name} name={name}>
            <Avatar name={name} />
          </State>
        ))}
        <State name="você">
          <Avatar name="Rosângela Meireles" isSelf />
        </State>
        <State name="a lápis">
          <Avatar name="Rosângela Meireles" isPencil />
        </State>
        {([28, 32, 36, 40, 44] as const).map((size) => (
          <State key={size} name={`${size} px`}>
            <Avatar name="Caio Rezende Porto" size={size} />
          </State>
        ))}
        <State name="com foto">
          <Avatar name="Ana Lima" src="/favicon.svg" />
        </State>
      </Specimen>
      <Chips />
      <Specimen name="RouteLine">
        <State name="caminho do documento" isWide>
          <RouteLine
            label="Por onde passou"
            stations={[
              { id: '1', name: 'SEMOB', note: '1 dia' },
              { id: '2', name: 'GAB', note: '3 dias' },
              { id: '3', name: 'SEMTRAN', note: 'agora, há 3 dias', isCurrent: true },
              { id: '4', name: 'SEFAZ', isPencil: true },
            ]}
          />
        </State>
      </Specimen>
    </>
  );
}

function Stamps() {
  return (
    <>
      <Specimen name="Stamp">
        {TONES.map(({ tone, label }) => (
          <State key={tone} name={tone}>
            <Stamp tone={tone} label={label} />
          </State>
        ))}
        <State name="exception">
          <Stamp tone="exception" label="exceção" />
        </State>
        {TONES.slice(1, 6).map(({ tone, label }) => (
          <State key={tone} name={`${tone}, a lápis`}>
            <Stamp tone={tone} label={label} isPencil />
          </State>
        ))}
        {TONES.map(({ tone, label }) => (
          <State key={tone} name={`${tone}, cabeçalho`}>
            <Stamp tone={tone} label={label} size="header" />
          </State>
        ))}
      </Specimen>
      <Specimen name="spineClass">
        {TONES.map(({ tone, label }) => (
          <State key={tone} name={tone}>
            <p className={`${styles.spined} ${spineClass(tone)}`}>{label}</p>
          </State>
        ))}
      </Specimen>
    </>
  );
}

function Surfaces() {
  return (
    <>
      <Specimen name="Card">
        <State name="a tinta">
          <Card>Folha</Card>
        </State>
        <State name="a lápis">
          <Card isPencil>Folha</Card>
        </State>
        <State name="em curso">
          <Card state="active">Folha</Card>
        </State>
        <State name="com erro">
          <Card state="danger">Folha</Card>
        </State>
        <State name="espaço maior">
          <Card padding="lg">Folha</Card>
        </State>
        <State name="com lombada, texto longo" isWide>
          <Card spine="overdue">{LONG}</Card>
        </State>
      </Specimen>
      <Specimen name="RowList, Row">
        <State name="linhas" isWide>
          <RowList label="Documentos">
            <Row spine="under_review">Resposta ao requerimento da Câmara</Row>
            <Row spine="pending" isSelected>
              Selecionada
            </Row>
            <Row spine="local" isPencil>
              A lápis
            </Row>
            <Row spine="overdue">{LONG}</Row>
          </RowList>
        </State>
        <State name="com erro" isWide>
          <RowList label="Precisa de você" state="danger">
            <Row isDanger>Prorrogar PMVI 042 até 30/11/2026</Row>
          </RowList>
        </State>
        <State name="tudo a lápis" isWide>
          <RowList label="Rascunhos" isPencil>
            <Row>Convocação para audiência pública</Row>
          </RowList>
        </State>
      </Specimen>
    </>
  );
}

function Chips() {
  return (
    <>
      <Specimen name="ToggleChip">
        <State name="solta">
          <ToggleChip isSelected={false} onChange={nothing} count={3}>
            Esta semana
          </ToggleChip>
        </State>
        <State name="escolhida">
          <ToggleChip isSelected onChange={nothing} count={8}>
            10 dias
          </ToggleChip>
        </State>
        <State name="a contar">
          <ToggleChip isSelected={false} onChange={nothing} count={undefined}>
            Hoje
          </ToggleChip>
        </State>
      </Specimen>
      <Specimen name="FilterChip, DeltaChip, TagChip">
        <State name="filtro">
          <FilterChip removeLabel="Remover filtro Situação: Em atraso" onRemove={nothing}>
            Situação: Em atraso
          </FilterChip>
        </State>
        <State name="filtro, sob o ponteiro">
          <As state="hovered">
            <FilterChip removeLabel="Remover filtro Situação: Pendente" onRemove={nothing}>
              Situação: Pendente
            </FilterChip>
          </As>
        </State>
        <State name="diferença para mais">
          42 <DeltaChip delta={1} spoken="e mais 1 ainda não enviado" />
        </State>
        <State name="diferença para menos">
          11 <DeltaChip delta={-1} spoken="menos 1 ainda não enviado" />
        </State>
        <State name="palavra-chave">
          <TagChip>drenagem</TagChip>
        </State>
        <State name="menção">
          <TagChip isMention>Wagner Tolentino</TagChip>
        </State>
      </Specimen>
      <Specimen name="FileChip">
        <State name="abre">
          <FileChip name="Croqui da interdição.pdf" detail="1,8 MB · Neste aparelho" onPress={nothing} />
        </State>
        <State name="abre, sob o ponteiro">
          <As state="hovered">
            <FileChip name="Croqui da interdição.pdf" detail="1,8 MB" href="#conteudo" />
          </As>
        </State>
        <State name="a lápis, pode remover">
          <FileChip name="Boletim de medição 11.pdf" detail="1,2 MB · Na fila" isPencil onRemove={nothing} />
        </State>
        <State name="volta às páginas">
          <FileChip
            name="Páginas 22-11-2026 14h32.pdf"
            detail="1,2 MB"
            isPencil
            onPress={nothing}
            onRemove={nothing}
            action={{ icon: Images, label: 'Voltar às páginas', accessibleName: 'Voltar às páginas', onPress: nothing }}
          />
        </State>
        <State name="só leitura, outro ícone">
          <FileChip name="foto.jpg" detail="268 KB" icon={Image} />
        </State>
        <State name="texto longo" isWide>
          <FileChip name={`${LONG}.pdf`} detail="9,9 MB · Neste aparelho" onPress={nothing} onRemove={nothing} />
        </State>
      </Specimen>
    </>
  );
}

/** The words of a row, and a table of rows. */
function RowsSection() {
  return (
    <>
      <Specimen name="RowWords, RowTitle, RowMeta">
        <State name="leva, leva só o título, não leva" isWide>
          <RowList label="Resultados">
            <Row>
              <RowWords>
                <RowTitle href="#conteudo">Vistoria em encosta</RowTitle>
                <RowMeta>SEMOB · PMVI 042</RowMeta>
              </RowWords>
            </Row>
            <Row>
              <RowWords>
                <RowTitle href="#conteudo" standsApart>
                  {LONG}
                </RowTitle>
                <RowMeta>SEMOB</RowMeta>
              </RowWords>
            </Row>
            <Row>
              <RowWords>
                <RowTitle href={null}>Luana Peçanha</RowTitle>
                <RowMeta>SEMOB</RowMeta>
              </RowWords>
            </Row>
          </RowList>
        </State>
      </Specimen>
      <Specimen name="Register, RegisterTick, RegisterGroup, RegisterRow">
        <State name="grupo, a tinta, escolhida, a lápis" isWide>
          <Register>
            <thead>
              <tr>
                <RegisterTick>
                  <Checkbox aria-label="Selecionar todos" isSelected={false} onChange={nothing} />
                </RegisterTick>
                <th scope="col">Nome</th>
                <th scope="col">Sigla</th>
              </tr>
            </thead>
            <tbody>
              <RegisterGroup>
                <td>
                  <Checkbox aria-label="Selecionar o grupo" isSelected={false} onChange={nothing} />
                </td>
                <th scope="rowgroup" colSpan={2}>
                  <SectionLabel as="p" count={3}>
                    Secretarias
                  </SectionLabel>
                </th>
              </RegisterGroup>
              {(['A tinta', 'Escolhida', 'A lápis'] as const).map((name) => (
                <RegisterRow key={name} isSelected={name === 'Escolhida'} isPencil={name === 'A lápis'}>
                  <td>
                    <Checkbox aria-label={`Selecionar ${name}`} isSelected={name === 'Escolhida'} onChange={nothing} />
                  </td>
                  <th scope="row">
                    {name}
                    <RowMeta>Prefeitura Municipal</RowMeta>
                  </th>
                  <td>SEMOB</td>
                </RegisterRow>
              ))}
            </tbody>
          </Register>
        </State>
      </Specimen>
    </>
  );
}

/** A message from pencil to ink, and the thread that joins messages. */
function MessagesSection() {
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
      <Specimen name="Thread, ThreadItem, ThreadNote, ThreadFold, ThreadFolded, ThreadDivider, ThreadMark">
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
            <ThreadFold summary={<strong>2 atos</strong>}>
              <ThreadFolded meta="10:20">
                <strong>Jaqueline Sampaio</strong> prorrogou o prazo até <strong>23/11/2026</strong>
              </ThreadFolded>
              <ThreadFolded meta="10:31">
                <strong>Jaqueline Sampaio</strong> transferiu para <strong>SEMTRAN</strong>
              </ThreadFolded>
            </ThreadFold>
            <ThreadItem lead={<Avatar name="Wagner Tolentino" size={32} />} below="joined">
              <strong>Wagner Tolentino</strong> SEMTRAN
              <p>Uma resposta, à qual a seguinte se junta.</p>
            </ThreadItem>
            <ThreadItem lead={null} below="reply">
              <p>Da mesma pessoa.</p>
            </ThreadItem>
            <ThreadDivider>Novas desde ontem, 16:10</ThreadDivider>
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
