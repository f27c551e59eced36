import { EllipsisVertical, Pencil, Printer, Trash2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../actions/button.tsx';
import { IconButton } from '../actions/icon-button.tsx';
import { StatusPill } from '../feedback/status-pill.tsx';
import { ConfirmDialog } from '../overlays/confirm-dialog.tsx';
import { Dialog, type DialogProps } from '../overlays/dialog.tsx';
import { Palette } from '../overlays/palette.tsx';
import { Menu } from '../overlays/menu.tsx';
import { OnceOpened } from '../overlays/once-opened.tsx';
import { AnchoredPopover, Popover } from '../overlays/popover.tsx';
import { Held, LONG, nothing, Specimen, State } from './specimen.tsx';

const DIALOGS: readonly (Pick<DialogProps, 'size' | 'title' | 'icon' | 'iconTone' | 'role' | 'children'> & {
  readonly name: string;
})[] = [
  { name: 'sm', size: 'sm', title: 'Datas', children: 'O corpo.' },
  { name: 'md, com ícone', size: 'md', title: 'Imprimir', icon: Printer, children: 'O corpo.' },
  {
    name: 'lg, pergunta, texto longo',
    size: 'lg',
    role: 'alertdialog',
    title: `${LONG} foi finalizado enquanto você estava sem internet.`,
    icon: Trash2,
    iconTone: 'danger',
    children: Array.from({ length: 12 }, () => LONG).join('. '),
  },
  { name: 'página toda', size: 'full', title: 'Menu', children: 'O corpo.' },
];

/**
 * What opens above the page. Dialogs and menus are drawn outside the section that opens them. So
 * where the page shows both themes side by side, they have the theme of the device.
 */
export function OverlaysSection() {
  return (
    <>
      <Specimen name="Dialog">
        {DIALOGS.map(({ name, ...dialog }) => (
          <State key={name} name={name}>
            <Opened>
              {(isOpen, onClose) => (
                <Dialog
                  {...dialog}
                  isOpen={isOpen}
                  onClose={onClose}
                  footer={({ close }) => (
                    <>
                      <Button onPress={close}>Decidir depois</Button>
                      <Button variant="primary" onPress={close}>
                        Confirmar
                      </Button>
                    </>
                  )}
                />
              )}
            </Opened>
          </State>
        ))}
      </Specimen>
      <Specimen name="ConfirmDialog">
        {(['primary', 'danger'] as const).map((tone) => (
          <State key={tone} name={tone}>
            <Opened>
              {(isOpen, onClose) => (
                <ConfirmDialog
                  isOpen={isOpen}
                  onClose={onClose}
                  title="Descartar esta resposta?"
                  icon={Trash2}
                  confirmLabel="Descartar"
                  cancelLabel="Manter"
                  tone={tone}
                  isConfirmDisabled={tone === 'primary'}
                  onConfirm={nothing}
                >
                  O texto será apagado deste aparelho.
                </ConfirmDialog>
              )}
            </Opened>
          </State>
        ))}
      </Specimen>
      <DialogBeside />
      <Menus />
      <Palettes />
      <Popovers />
    </>
  );
}

function DialogBeside() {
  return (
    <Specimen name="Dialog">
      <State name="ao lado de um elemento">
        <p id="ao-lado">O prazo é 23/11/2026.</p>
        <Opened>
          {(isOpen, onClose) => (
            <Dialog
              isOpen={isOpen}
              onClose={onClose}
              title="Prorrogar o prazo"
              beside="ao-lado"
              footer={<Button onPress={onClose}>Cancelar</Button>}
            >
              O corpo.
            </Dialog>
          )}
        </Opened>
      </State>
    </Specimen>
  );
}

function Opened({ children }: { children: (isOpen: boolean, onClose: () => void) => ReactNode }) {
  return (
    <Held initial={false}>
      {(isOpen, setOpen) => (
        <>
          <Button size="sm" onPress={() => setOpen(true)}>
            Abrir
          </Button>
          <OnceOpened isOpen={isOpen}>{children(isOpen, () => setOpen(false))}</OnceOpened>
        </>
      )}
    </Held>
  );
}

function Palettes() {
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState('');
  const items = ['Trânsito', 'Administração'].map((name) => ({
    id: name,
    content: <span>{name}</span>,
    onAction: () => setIsOpen(false),
  }));
  return (
    <Specimen name="Palette">
      <State name="com grupos; com texto, nada encontrado">
        <Button onPress={() => setIsOpen(true)}>Abrir</Button>
        <Palette
          isOpen={isOpen}
          onClose={() => setIsOpen(false)}
          label="Ir para"
          placeholder="Número, título, pessoa"
          text={text}
          onText={setText}
          isSeeking={false}
          groups={text === '' ? [{ id: 'setores', title: 'Setores', note: '2 de 3', items }] : []}
          empty="Nada foi encontrado."
          foot="Procurando nos documentos deste aparelho."
        />
      </State>
    </Specimen>
  );
}

function Menus() {
  const trigger = <IconButton icon={EllipsisVertical} label="Mais opções" variant="secondary" />;
  return (
    <Specimen name="Menu">
      <State name="ações, uma recusada com motivo">
        <Menu
          label="Opções do documento"
          trigger={trigger}
          items={[
            { id: 'edit', text: 'Editar', icon: Pencil },
            { id: 'print', text: 'Imprimir', icon: Printer, reason: 'Disponível com internet' },
            { id: 'delete', text: 'Descartar', icon: Trash2, tone: 'danger' },
          ]}
        />
      </State>
      <State name="uma escolha">
        <Held initial="novos">
          {(selectedId, onAction) => (
            <Menu
              label="Ordem"
              trigger={<Button size="sm">Ordenar</Button>}
              selectedId={selectedId}
              onAction={onAction}
              items={[
                { id: 'novos', text: 'Mais novos' },
                { id: 'antigos', text: 'Mais antigos' },
              ]}
            />
          )}
        </Held>
      </State>
    </Specimen>
  );
}

function Popovers() {
  const [isOpen, setIsOpen] = useState(false);
  const pill = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Specimen name="Popover">
        {(['sm', 'md', 'lg'] as const).map((width) => (
          <State key={width} name={`largura ${width}`}>
            <Popover label="Envio" width={width} trigger={<Button size="sm">Envio</Button>}>
              <p>3 itens guardados neste aparelho.</p>
            </Popover>
          </State>
        ))}
        <State name="a lápis">
          <Popover label="Envio" tone="pencil" trigger={<Button size="sm">Envio</Button>}>
            {({ close }) => <Button onPress={close}>Enviar agora</Button>}
          </Popover>
        </State>
      </Specimen>
      <Specimen name="AnchoredPopover">
        <State name="botão à parte">
          <StatusPill icon={Pencil} tone="pencil" ref={pill} isExpanded={isOpen} onPress={() => setIsOpen(true)}>
            Envio
          </StatusPill>
          <AnchoredPopover label="Envio" triggerRef={pill} isOpen={isOpen} onOpenChange={setIsOpen}>
            <p>3 itens guardados neste aparelho.</p>
          </AnchoredPopover>
        </State>
      </Specimen>
    </>
  );
}
