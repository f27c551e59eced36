import { ChosenTags } from '../fields/chosen-tags.tsx';
import { Checkbox } from '../fields/checkbox.tsx';
import { FileDrop, FilePicker, PageDrop } from '../fields/file-picker.tsx';
import { OrderedStrip } from '../fields/ordered-strip.tsx';
import { RadioGroup } from '../fields/radio-group.tsx';
import { RangeSlider } from '../fields/range-slider.tsx';
import { Switch } from '../fields/switch.tsx';
import { As, Held, LONG, nothing, Specimen, State } from './specimen.tsx';

const MORE_DAYS = [
  { value: '7', text: '+7 dias', detail: 'seg., 30/11' },
  { value: '15', text: '+15 dias', detail: 'ter., 08/12' },
  { value: '30', text: '+30 dias', detail: 'qua., 23/12', isDisabled: true },
];
const OUTCOMES = [
  {
    value: 'a',
    text: 'Enviar só minha resposta (reabre o documento)',
    detail: 'Volta a Tramitando com o seu texto.',
  },
  { value: 'b', text: 'Desistir da minha mudança', detail: 'O seu texto é guardado em Rascunhos.' },
  { value: 'c', text: 'Aplicar por cima', detail: 'Só para administradores.', isDisabled: true },
];
const YES_NO = [
  { value: 'nao', text: 'Não' },
  { value: 'sim', text: 'Sim' },
];

/** Fields to choose from, and fields for files. */
export function ChoicesSection() {
  return (
    <>
      <Checkboxes />
      <Radios />
      <Switches />
      <Ranges />
      <Tags />
      <Files />
      <Strips />
    </>
  );
}

function Checkboxes() {
  const box = (props: Partial<Parameters<typeof Checkbox>[0]>, isSelected = false) => (
    <Held initial={isSelected}>
      {(value, onChange) => (
        <Checkbox {...{ children: 'Ficar logado', ...props }} isSelected={value} onChange={onChange} />
      )}
    </Held>
  );
  return (
    <Specimen name="Checkbox">
      <State name="não">{box({})}</State>
      <State name="sim">{box({}, true)}</State>
      <State name="em parte">{box({ isIndeterminate: true })}</State>
      <State name="sob o ponteiro">
        <As state="hovered">{box({})}</As>
      </State>
      <State name="com foco">
        <As state="focused">{box({})}</As>
      </State>
      <State name="desabilitado">{box({ isDisabled: true })}</State>
      <State name="desabilitado, sim">{box({ isDisabled: true }, true)}</State>
      <State name="inválido">{box({ error: 'É preciso aceitar.' })}</State>
      <State name="sem palavras">{box({ children: undefined, 'aria-label': 'Selecionar' })}</State>
      <State name="texto longo" isWide>
        {box({ children: LONG })}
      </State>
    </Specimen>
  );
}

function Radios() {
  const group = (props: Partial<Parameters<typeof RadioGroup>[0]>, initial: string | null = null) => (
    <Held initial={initial}>
      {(value, onChange) => (
        <RadioGroup label="O que fazer" options={OUTCOMES} {...props} value={value} onChange={onChange} />
      )}
    </Held>
  );
  const plain = { appearance: 'plain', options: YES_NO, label: 'Resposta' } as const;
  return (
    <Specimen name="RadioGroup">
      <State name="cartões, nada escolhido, um desabilitado" isWide>
        {group({})}
      </State>
      <State name="cartões, escolhido, com descrição" isWide>
        {group({ description: 'Nada é apagado.', isOptional: true }, 'a')}
      </State>
      <State name="ladrilhos">{group({ appearance: 'tiles', label: 'Dias a mais', options: MORE_DAYS }, '15')}</State>
      <State name="sob o ponteiro">
        <As state="hovered" of="label[data-rac]">
          {group({ options: OUTCOMES.slice(0, 1) })}
        </As>
      </State>
      <State name="com foco">
        <As state="focused" of="label[data-rac]">
          {group({ options: OUTCOMES.slice(0, 1) })}
        </As>
      </State>
      <State name="inválido" isWide>
        {group({ error: 'Escolha o que fazer.' })}
      </State>
      <State name="simples">{group(plain, 'sim')}</State>
      <State name="simples, na horizontal">{group({ ...plain, orientation: 'horizontal' }, 'nao')}</State>
      <State name="desabilitado">{group({ ...plain, isDisabled: true }, 'sim')}</State>
    </Specimen>
  );
}

function Switches() {
  const one = (props: Partial<Parameters<typeof Switch>[0]>, isSelected = false) => (
    <Held initial={isSelected}>
      {(value, onChange) => (
        <Switch {...props} isSelected={value} onChange={onChange}>
          {value ? 'Ativo' : 'Inativo'}
        </Switch>
      )}
    </Held>
  );
  return (
    <Specimen name="Switch">
      <State name="desligado">{one({})}</State>
      <State name="ligado">{one({}, true)}</State>
      <State name="a lápis">{one({ isPencil: true }, true)}</State>
      <State name="sob o ponteiro">
        <As state="hovered">{one({})}</As>
      </State>
      <State name="com foco">
        <As state="focused">{one({}, true)}</As>
      </State>
      <State name="desabilitado">{one({ isDisabled: true })}</State>
      <State name="desabilitado, ligado">{one({ isDisabled: true }, true)}</State>
    </Specimen>
  );
}

function Tags() {
  const sectors = [
    { id: '1', text: 'Defesa Civil Municipal · DEFCIV' },
    { id: '2', text: 'Guarda Civil Municipal · GCM' },
    { id: '3', text: LONG },
  ];
  const tags = (isDisabled: boolean) => (
    <Held initial={sectors}>
      {(value, onChange) => (
        <ChosenTags
          label="Setores escolhidos"
          options={value}
          onRemove={(id) => onChange(value.filter((one) => one.id !== id))}
          fieldId="setores"
          isDisabled={isDisabled}
        />
      )}
    </Held>
  );
  return (
    <Specimen name="ChosenTags">
      <State name="padrão" isWide>
        {tags(false)}
      </State>
      <State name="desabilitado" isWide>
        {tags(true)}
      </State>
    </Specimen>
  );
}

function Ranges() {
  const slider = (isDisabled: boolean, more: Partial<Parameters<typeof RangeSlider>[0]> = {}) => (
    <Held<[number, number]> initial={[5, 12]}>
      {(value, onChange) => (
        <RangeSlider
          label="Dia de envio"
          description="Do mês."
          isOptional
          isDisabled={isDisabled}
          value={value}
          onChange={onChange}
          minValue={0}
          maxValue={31}
          startLabel="Dia inicial"
          endLabel="Dia final"
          summary={([from, to]) => `Do dia ${from} ao dia ${to}`}
          {...more}
        />
      )}
    </Held>
  );
  return (
    <Specimen name="RangeSlider">
      <State name="padrão" isWide>
        {slider(false)}
      </State>
      <State name="desabilitado" isWide>
        {slider(true)}
      </State>
      <State name="com legenda, escala, gesto e motivo" isWide>
        {slider(false, {
          aside: <span>legenda</span>,
          scale: <span>escala</span>,
          action: <span>Tirar a janela</span>,
          summary: undefined,
          settle: (value) => ({ value, note: 'O dia final não vem antes do inicial.' }),
        })}
      </State>
    </Specimen>
  );
}

function Files() {
  const pdf = { extensions: ['.pdf'], mimeTypes: ['application/pdf'], onPick: nothing };
  return (
    <>
      <Specimen name="FilePicker">
        <State name="padrão">
          <FilePicker {...pdf} />
        </State>
        <State name="discreto, um arquivo">
          <FilePicker {...pdf} variant="quiet" label="Trocar arquivo" isMultiple={false} />
        </State>
        <State name="só ícone">
          <FilePicker {...pdf} isIconOnly />
        </State>
        <State name="desabilitado">
          <FilePicker {...pdf} isDisabled />
        </State>
      </Specimen>
      <Specimen name="FileDrop">
        <State name="arraste um PDF até aqui" isWide>
          <FileDrop {...pdf}>
            <p>O que também recebe arquivos.</p>
          </FileDrop>
        </State>
      </Specimen>
      <Specimen name="PageDrop">
        <State name="arraste um PDF até esta página" isWide>
          <PageDrop {...pdf} title="Solte para anexar" detailOf={(count) => `${count} arquivos`} />
        </State>
      </Specimen>
    </>
  );
}

function Strips() {
  return (
    <Specimen name="OrderedStrip">
      <State name="três, a segunda escolhida" isWide>
        <Held initial={['Folha 1', 'Folha 2', 'Folha 3']}>
          {(order, onOrder) => (
            <OrderedStrip
              label="Páginas"
              items={order.map((name) => ({ id: name, label: name, content: name }))}
              chosenId="Folha 2"
              onChoose={nothing}
              onOrder={(ids) => onOrder([...ids])}
            />
          )}
        </Held>
      </State>
    </Specimen>
  );
}
