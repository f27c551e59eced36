import { Bell, Clock, EllipsisVertical, Inbox, Pencil, Printer, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Avatar } from '../document-look/avatar.tsx';
import { Banner } from '../feedback/banner.tsx';
import { Button } from '../actions/button.tsx';
import { ConfirmDialog } from '../overlays/confirm-dialog.tsx';
import { Dialog } from '../overlays/dialog.tsx';
import { EmptyState } from '../feedback/empty-state.tsx';
import { FileChip } from '../document-look/file-chip.tsx';
import { FileDrop } from '../fields/file-drop.tsx';
import { FilePicker } from '../fields/file-picker.tsx';
import { Hatch } from '../document-look/hatch.tsx';
import { IconButton } from '../actions/icon-button.tsx';
import styles from './kit-page.module.css';
import { Link } from '../actions/link.tsx';
import { Menu } from '../overlays/menu.tsx';
import { Pagination } from '../actions/pagination.tsx';
import { Popover } from '../overlays/popover.tsx';
import { ProgressLine } from '../feedback/progress-line.tsx';
import { RouteLine } from '../document-look/route-line.tsx';
import { SectionLabel } from '../frame/section-label.tsx';
import { SkeletonBlock, SkeletonRows } from '../feedback/skeleton.tsx';
import { Card, Row, RowList } from '../document-look/surface.tsx';
import { Tabs } from '../actions/tabs.tsx';
import { Thread, ThreadItem, ThreadMark, ThreadNote } from '../document-look/thread.tsx';
import { notify } from '../feedback/toast.tsx';

/** Messages that pass, and notices that stay. */
export function KitMessages() {
  const [picked, setPicked] = useState('');
  const take = (files: File[], rejected: { file: File }[]) =>
    setPicked([...files, ...rejected.map(({ file }) => file)].map((file) => file.name).join(', '));
  return (
    <div className={styles.stack}>
      <div className={styles.line}>
        <Button
          size="sm"
          onPress={() =>
            notify({
              title: 'Documento finalizado',
              detail: 'Guardado neste aparelho. Será enviado quando houver conexão.',
              tone: 'pencil',
            })
          }
        >
          Aviso a lápis
        </Button>
        <Button
          size="sm"
          onPress={() =>
            notify({ title: 'Palavra-chave removida', action: { label: 'Desfazer', onAction: () => undefined } })
          }
        >
          Aviso com ação
        </Button>
        <Button
          size="sm"
          onPress={() => notify({ title: 'Não enviado', detail: 'O setor não tem usuários ativos.', tone: 'danger' })}
        >
          Aviso de erro
        </Button>
      </div>
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
      <Banner tone="warn">Esse documento está fora do prazo padrão de envio.</Banner>
      <Banner tone="pencil" title="Sem conexão.">
        Entrar precisa de internet.
      </Banner>
      <Banner tone="info" onClose={() => undefined}>
        Nova versão disponível.
      </Banner>
      <Banner tone="ok">Registrado às 14:33</Banner>
      <FileDrop extensions={['.pdf']} onPick={take}>
        <div className={styles.line}>
          <FileChip
            name="Boletim de medição 11.pdf"
            detail="1,2 MB · No aparelho"
            isPencil
            onRemove={() => undefined}
          />
          <FileChip name="Croqui da interdição.pdf" detail="1,8 MB · No aparelho" onPress={() => undefined} />
          <FilePicker extensions={['.pdf']} mimeTypes={['application/pdf']} onPick={take} />
          <FilePicker extensions={['.pdf']} onPick={take} isIconOnly />
        </div>
      </FileDrop>
      <p>{picked}</p>
    </div>
  );
}

/** Nothing there, in its one drawing. */
export function KitEmpty() {
  return (
    <EmptyState
      icon={Inbox}
      title="Sem documentos para gerenciar no momento"
      action={
        <Link href="#conteudo" tone="action">
          Clique aqui para cadastrar
        </Link>
      }
    />
  );
}

/** What stands in for what is not yet there. */
export function KitSkeleton() {
  return (
    <div className={styles.stack}>
      <SkeletonRows label="Carregando documentos" count={2} />
      <SkeletonBlock width={200} />
      <ProgressLine label="Preparando" />
      <SectionLabel as="h3" tone="danger" icon={Bell} count={2}>
        Precisa de você
      </SectionLabel>
      <RowList label="Pendências" state="danger">
        <Row isDanger>Prorrogar PMVI 042 até 30/11/2026</Row>
        <Row isDanger>Transferir PMVI 033 para Arquivo Público</Row>
      </RowList>
      <RowList label="Documentos">
        <Row spine="local" isPencil>
          Convocação para audiência pública
        </Row>
        <Row spine="under_review" isSelected>
          Resposta ao requerimento da Câmara
        </Row>
        <Row spine="overdue">Vistoria em encosta</Row>
        <Row spine="completed">Portaria de comissão de inventário</Row>
      </RowList>
      <Pagination page={2} pageCount={9} onChange={() => undefined} />
    </div>
  );
}

/** The thread, in ink until the last registered message and in pencil after it. */
export function KitThread() {
  return (
    <div className={styles.stack}>
      <RouteLine
        label="Por onde passou"
        stations={[
          { id: '1', name: 'SEMOB', note: '1 dia' },
          { id: '2', name: 'GAB', note: '3 dias' },
          { id: '3', name: 'SEMTRAN', note: 'agora, há 3 dias', isCurrent: true },
          { id: '4', name: 'SEFAZ', isPencil: true },
        ]}
      />
      <Thread label="Tramitação">
        <ThreadItem lead={<Avatar name="Rosângela Meireles" isSelf />}>
          <Card className={styles.threadMessage}>
            <strong>Rosângela Meireles</strong> SEMOB · você
            <p>Solicito a interdição parcial da Rua das Aroeiras, entre a Rua do Cedro e a Praça do Ipê.</p>
          </Card>
        </ThreadItem>
        <ThreadNote meta="seg., 16 de nov. · 10:05">
          <strong>Jaqueline Sampaio</strong> transferiu para <strong>SEMTRAN</strong> · Caio Rezende Porto
        </ThreadNote>
        <ThreadItem lead={<Avatar name="Caio Rezende Porto" />} line="pencil">
          <Card className={styles.threadMessage}>
            <strong>Caio Rezende Porto</strong> SEMTRAN
            <p>Recebido. Equipe em campo amanhã cedo, encaminho fotos ao final.</p>
          </Card>
        </ThreadItem>
        <ThreadItem lead={<Avatar name="Rosângela Meireles" isPencil />} line="pencil">
          <Card isPencil padding="none" className={styles.threadMessage}>
            <Hatch />
            <div className={styles.pencilMessage}>
              <strong>Rosângela Meireles</strong> SEMOB · você
              <p>O desvio pela Avenida Beira-Rio está confirmado.</p>
              <FileChip name="Cronograma revisado.pdf" detail="268 KB · Vai junto com a resposta" isPencil />
            </div>
            <div className={styles.foot}>
              <Clock size={18} strokeWidth={1.75} aria-hidden />
              <span>
                <strong>Na fila</strong> Guardado neste aparelho. Será enviado quando houver conexão.
              </span>
              <Button variant="quiet">Editar</Button>
            </div>
          </Card>
        </ThreadItem>
        <ThreadItem lead={<ThreadMark>2</ThreadMark>} line="none">
          <Card>Para quem</Card>
        </ThreadItem>
      </Thread>
    </div>
  );
}

/** What opens. */
export function KitOverlays() {
  const [tab, setTab] = useState('a');
  const [isOpen, setIsOpen] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className={styles.stack}>
      <Tabs
        label="Listas"
        selectedId={tab}
        onChange={setTab}
        tabs={[
          { id: 'a', text: 'Administrador', count: 34, panel: () => <p>34 documentos</p> },
          { id: 'b', text: 'Outros setores', count: 41, panel: () => <p>41 documentos</p> },
        ]}
      />
      <div className={styles.line}>
        <Menu
          label="Opções do documento"
          trigger={<IconButton icon={EllipsisVertical} label="Mais opções" variant="secondary" />}
          items={[
            { id: 'edit', text: 'Editar', icon: Pencil },
            { id: 'print', text: 'Imprimir', icon: Printer, reason: 'Prévia disponível só para PDF' },
            { id: 'delete', text: 'Descartar', icon: Trash2, tone: 'danger' },
          ]}
        />
        <Popover label="Envio" tone="pencil" trigger={<Button size="sm">Envio</Button>}>
          <p>3 itens guardados neste aparelho.</p>
        </Popover>
        <Button size="sm" onPress={() => setIsOpen(true)}>
          Janela
        </Button>
        <Button size="sm" onPress={() => setIsAsking(true)}>
          Pergunta
        </Button>
      </div>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title="PMVI 042 foi finalizado por Caio Rezende Porto às 14:20, enquanto você estava sem internet."
        size="lg"
        footer={({ close }) => (
          <>
            <Button onPress={close}>Decidir depois</Button>
            <Button variant="primary" onPress={close}>
              Confirmar
            </Button>
          </>
        )}
      >
        <p>O título é o fato.</p>
      </Dialog>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title="Descartar esta resposta?"
        confirmLabel="Descartar"
        cancelLabel="Manter"
        tone="danger"
        onConfirm={() => undefined}
      >
        O texto será apagado deste aparelho.
      </ConfirmDialog>
    </div>
  );
}
