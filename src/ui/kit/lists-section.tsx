import { UserRound } from 'lucide-react';
import { Button } from '../actions/button.tsx';
import { Avatar } from '../document-look/avatar.tsx';
import { Card } from '../document-look/surface.tsx';
import { CalendarDialog, DayChooser } from '../fields/calendar-dialog.tsx';
import { ComboBox } from '../fields/combo-box.tsx';
import { DateField } from '../fields/date-field.tsx';
import { MultiComboBox } from '../fields/multi-combo-box.tsx';
import { Select } from '../fields/select.tsx';
import { As, Held, nothing, Specimen, State } from './specimen.tsx';

const PEOPLE = [
  { id: '1', text: 'Maria Antônia d’Ávila Vasconcelos', detail: 'Procuradoria-Geral do Município · PGM' },
  { id: '2', text: 'Marlene Bittencourt', detail: 'Secretaria Municipal de Administração · SEMAD' },
  { id: '3', text: 'Márcio Guedes Fagundes', detail: 'Secretaria Municipal de Desenvolvimento Econômico · SEDEC' },
  { id: '4', text: 'Caio Rezende Porto', detail: 'Trânsito e Segurança Viária · SEMTRAN', isDisabled: true },
];
const KINDS = ['Documento Geral', 'Contratos e Aditivos', 'Empenho'].map((text, index) => ({ id: `${index}`, text }));
const TODAY = '2026-11-19';

/** Fields with a list or a calendar behind them. */
export function ListsSection() {
  return (
    <>
      <Selects />
      <Combos />
      <Multis />
      <Days />
      <Calendars />
    </>
  );
}

function Selects() {
  const field = (props: Partial<Parameters<typeof Select>[0]>, initial: string | null = null) => (
    <Held initial={initial}>
      {(value, onChange) => <Select label="Tipo" options={KINDS} {...props} value={value} onChange={onChange} />}
    </Held>
  );
  return (
    <Specimen name="Select">
      <State name="vazio">{field({ placeholder: 'Escolha o tipo' })}</State>
      <State name="escolhido">{field({}, '1')}</State>
      <State name="sob o ponteiro">
        <As state="hovered" of="button">
          {field({}, '1')}
        </As>
      </State>
      <State name="com foco">
        <As state="focused" of="button">
          {field({}, '1')}
        </As>
      </State>
      <State name="inválido">{field({ error: 'Escolha o tipo.' })}</State>
      <State name="desabilitado">{field({ isDisabled: true }, '1')}</State>
      <State name="com ícone, opcional">{field({ icon: UserRound, isOptional: true }, '0')}</State>
      <State name="discreto">{field({ appearance: 'quiet', label: 'Ordenar' }, '0')}</State>
      <State name="de barra">{field({ appearance: 'toolbar', label: 'Fonte' }, '0')}</State>
      <State name="detalhe e opção desabilitada">{field({ label: 'Responsável', options: PEOPLE }, '1')}</State>
    </Specimen>
  );
}

function Combos() {
  const field = (props: Partial<Parameters<typeof ComboBox>[0]>, initial: string | null = null) => (
    <Held initial={initial}>
      {(value, onChange) => (
        <ComboBox label="Responsável" options={PEOPLE} {...props} value={value} onChange={onChange} />
      )}
    </Held>
  );
  return (
    <Specimen name="ComboBox">
      <State name="vazio, com rosto e descrição">
        {field({
          placeholder: 'Escolha uma pessoa',
          description: 'Ao escolher, o setor se ajusta.',
          lead: ({ text }) => <Avatar name={text} size={32} />,
        })}
      </State>
      <State name="escolhido">{field({}, '2')}</State>
      <State name="com foco">
        <As state="focused" of="input">
          {field({}, '2')}
        </As>
      </State>
      <State name="inválido">{field({ error: 'Escolha o responsável.' })}</State>
      <State name="desabilitado">{field({ isDisabled: true }, '2')}</State>
      <State name="sem opções">{field({ options: [], icon: UserRound })}</State>
      <State name="texto longo">{field({}, '1')}</State>
      <State name="lista baixa">{field({ isListLow: true })}</State>
    </Specimen>
  );
}

function Multis() {
  const field = (props: Partial<Parameters<typeof MultiComboBox>[0]>, initial: string[] = []) => (
    <Held initial={initial}>
      {(value, onChange) => (
        <MultiComboBox
          label="Setores isentos"
          options={PEOPLE}
          countText={(count) => `${count} setores`}
          {...props}
          value={value}
          onChange={onChange}
        />
      )}
    </Held>
  );
  return (
    <Specimen name="MultiComboBox">
      <State name="vazio">{field({ placeholder: 'Escolha os setores', isOptional: true })}</State>
      <State name="três escolhidos">{field({ allLabel: 'Selecionar todos' }, ['1', '2', '3'])}</State>
      <State name="inválido">{field({ error: 'Escolha um setor.' })}</State>
      <State name="desabilitado">{field({ isDisabled: true }, ['1'])}</State>
    </Specimen>
  );
}

function Days() {
  const field = (props: Partial<Parameters<typeof DateField>[0]>, initial: string | null = null) => (
    <Held initial={initial}>
      {(value, onChange) => (
        <DateField label="Data limite" today={TODAY} minValue={TODAY} {...props} value={value} onChange={onChange} />
      )}
    </Held>
  );
  return (
    <Specimen name="DateField">
      <State name="vazio">{field({})}</State>
      <State name="escolhido, pode limpar">
        {field({ isClearable: true, description: 'Dia útil.' }, '2026-11-30')}
      </State>
      <State name="sob o ponteiro">
        <As state="hovered">{field({}, '2026-11-30')}</As>
      </State>
      <State name="com foco">
        <As state="focused">{field({}, '2026-11-30')}</As>
      </State>
      <State name="inválido">{field({ error: 'Escolha a data limite.' })}</State>
      <State name="desabilitado">{field({ isDisabled: true }, '2026-11-30')}</State>
      <State name="opcional">{field({ isOptional: true })}</State>
      <State name="com nota e calendário" isWide>
        {field({ isCalendarShown: true, note: 'em 11 dias' }, '2026-11-30')}
      </State>
    </Specimen>
  );
}

function Calendars() {
  return (
    <>
      <Specimen name="DayChooser, PeriodPicker">
        <State name="dentro da página" isWide>
          <Card>
            <DayChooser
              title="Data limite"
              value="2026-11-30"
              today={TODAY}
              minValue={TODAY}
              onApply={nothing}
              describeDay={() => 'seg., 30 de nov. · em 11 dias'}
              close={nothing}
            />
          </Card>
        </State>
      </Specimen>
      <Specimen name="CalendarDialog">
        <State name="aberto por um botão">
          <Held initial={false}>
            {(isOpen, setOpen) => (
              <>
                <Button size="sm" onPress={() => setOpen(true)}>
                  Calendário
                </Button>
                <CalendarDialog
                  isOpen={isOpen}
                  onClose={() => setOpen(false)}
                  title="Data limite"
                  value={null}
                  today={TODAY}
                  onApply={nothing}
                />
              </>
            )}
          </Held>
        </State>
      </Specimen>
    </>
  );
}
