import { ArrowRightLeft, Bell, CalendarDays, EllipsisVertical, Plus, Send, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { Avatar } from '../document-look/avatar.tsx';
import { Button } from '../actions/button.tsx';
import { DayChooser } from '../fields/calendar-dialog.tsx';
import { Checkbox } from '../fields/checkbox.tsx';
import { DeltaChip, FilterChip, TagChip } from '../document-look/chip.tsx';
import { ComboBox } from '../fields/combo-box.tsx';
import { DateField } from '../fields/date-field.tsx';
import { IconButton } from '../actions/icon-button.tsx';
import styles from './kit-page.module.css';
import { LinkButton } from '../actions/link-button.tsx';
import { Link } from '../actions/link.tsx';
import { MultiComboBox } from '../fields/multi-combo-box.tsx';
import { PasswordField } from '../fields/password-field.tsx';
import { RadioGroup } from '../fields/radio-group.tsx';
import { RangeSlider } from '../fields/range-slider.tsx';
import { SearchField } from '../fields/search-field.tsx';
import { Select } from '../fields/select.tsx';
import { Card } from '../document-look/surface.tsx';
import { Switch } from '../fields/switch.tsx';
import { TagInput } from '../fields/tag-input.tsx';
import type { TagValue } from '../fields/tag-rules.ts';
import { TextField } from '../fields/text-field.tsx';

const people = [
  { id: '1', text: 'Maria Antônia d’Ávila Vasconcelos', detail: 'Procuradoria-Geral do Município · PGM' },
  { id: '2', text: 'Marlene Bittencourt', detail: 'Secretaria Municipal de Administração · SEMAD' },
  { id: '3', text: 'Márcio Guedes Fagundes', detail: 'Secretaria Municipal de Desenvolvimento Econômico · SEDEC' },
  { id: '4', text: 'Caio Rezende Porto', detail: 'Trânsito e Segurança Viária · SEMTRAN' },
];
const kinds = ['Documento Geral', 'Contratos e Aditivos', 'Empenho'].map((text, index) => ({ id: `${index}`, text }));

/** Buttons, chips and marks. */
export function KitActions() {
  const [marks, setMarks] = useState({ no: false, yes: true, off: false, on: true });
  const [choice, setChoice] = useState<string | null>('sim');
  const [order, setOrder] = useState<string | null>('0');
  return (
    <div className={styles.stack}>
      <div className={styles.line}>
        <Button variant="primary" icon={Send}>
          Enviar
        </Button>
        <span className={styles.hovered}>
          <Button variant="primary">Sobre</Button>
        </span>
        <span className={styles.focused}>
          <Button variant="primary">Com foco</Button>
        </span>
        <Button icon={ArrowRightLeft}>Transferir</Button>
        <Button variant="quiet">Ver mais</Button>
        <Button variant="danger">Descartar</Button>
        <Button icon={Send} isDisabled>
          Enviar
        </Button>
        <LinkButton href="#conteudo" variant="primary" size="lg" icon={Plus} isPill>
          Criar documento
        </LinkButton>
        <span>
          Falta: <Link href="#conteudo">responsável</Link> e <Link href="#conteudo">data limite</Link>
        </span>
        <Link href="#conteudo" tone="action">
          Ver todos
        </Link>
      </div>
      <div className={styles.line}>
        <Button size="sm" icon={CalendarDays}>
          Datas
        </Button>
        <Button size="sm" icon={SlidersHorizontal}>
          Filtros (2)
        </Button>
        <FilterChip removeLabel="Remover filtro Situação: Em atraso" onRemove={() => undefined}>
          Situação: Em atraso
        </FilterChip>
        <Select
          label="Ordenar"
          appearance="quiet"
          value={order}
          onChange={setOrder}
          options={[
            { id: '0', text: 'Mais novos' },
            { id: '1', text: 'Mais antigos' },
          ]}
        />
        <IconButton icon={EllipsisVertical} label="Mais opções" variant="secondary" />
        <IconButton icon={Bell} label="Avisos" dotLabel="Há novidades" />
        <span>
          42 <DeltaChip delta={1} spoken="e mais 1 ainda não enviado" />
        </span>
        <span>
          11 <DeltaChip delta={-1} spoken="menos 1 ainda não enviado" />
        </span>
        <TagChip>drenagem</TagChip>
        <TagChip isMention>Wagner Tolentino</TagChip>
      </div>
      <div className={styles.line}>
        <Checkbox isSelected={marks.no} onChange={(no) => setMarks({ ...marks, no })}>
          Não
        </Checkbox>
        <Checkbox isSelected={marks.yes} onChange={(yes) => setMarks({ ...marks, yes })}>
          Sim
        </Checkbox>
        <Checkbox isSelected={false} isIndeterminate onChange={() => undefined}>
          Parte
        </Checkbox>
        <RadioGroup
          label="Resposta"
          isLabelHidden
          appearance="plain"
          orientation="horizontal"
          value={choice}
          onChange={setChoice}
          options={[
            { value: 'nao', text: 'Não' },
            { value: 'sim', text: 'Sim' },
          ]}
        />
        <Switch isSelected={marks.off} onChange={(off) => setMarks({ ...marks, off })}>
          {marks.off ? 'Ativo' : 'Inativo'}
        </Switch>
        <Switch isSelected={marks.on} onChange={(on) => setMarks({ ...marks, on })}>
          {marks.on ? 'Ativo' : 'Inativo'}
        </Switch>
        <Switch isSelected isPencil onChange={() => undefined}>
          Ativo
        </Switch>
      </div>
    </div>
  );
}

/** Text in all its fields. */
export function KitFields() {
  const [title, setTitle] = useState('Vistoria em encosta na Vila Esperança');
  const [email, setEmail] = useState('rosangela.meireles@');
  const [kind, setKind] = useState<string | null>('1');
  const [secret, setSecret] = useState('segredo1');
  const [reason, setReason] = useState('Antecipada a pedido da SEFAZ para entrar no empenho do mês.');
  const [tags, setTags] = useState<readonly TagValue[]>([
    { title: 'drenagem', type: 'keyword', userId: null },
    { title: 'chuva', type: 'keyword', userId: null },
    { title: 'Ícaro Vilela', type: 'mention', userId: 7 },
  ]);
  return (
    <div className={styles.stack}>
      <TextField label="Título" value={title} onChange={setTitle} maxLength={100} hasCounter />
      <TextField label="E-mail" value={email} onChange={setEmail} error="Complete o e-mail depois do @." />
      <PasswordField label="Senha" value={secret} onChange={setSecret} autoComplete="off" />
      <Select label="Tipo" value={kind} onChange={setKind} options={kinds} />
      <TextField label="Justificativa" value={reason} onChange={setReason} rows={2} isOptional />
      <TagInput
        label="Palavras-chave"
        isOptional
        value={tags}
        onChange={setTags}
        people={[{ userId: 7, name: 'Ícaro Vilela' }]}
        placeholder="Escreva e tecle Enter"
      />
      <TextField label="Nº físico" value="" onChange={() => undefined} isDisabled placeholder="Ofício nº" />
    </div>
  );
}

/** Long lists, found by typing. */
export function KitFilterList() {
  const [person, setPerson] = useState<string | null>(null);
  const [sectors, setSectors] = useState<string[]>(['1', '2', '3']);
  const [query, setQuery] = useState('');
  const [outcome, setOutcome] = useState<string | null>('a');
  const [days, setDays] = useState<[number, number]>([5, 12]);
  return (
    <div className={styles.stack}>
      <ComboBox
        label="Responsável"
        options={people}
        value={person}
        onChange={setPerson}
        lead={({ text }) => <Avatar name={text} size={32} />}
        description="Ao escolher, o setor se ajusta."
        placeholder="Escolha uma pessoa"
      />
      <MultiComboBox
        label="Setores isentos"
        isOptional
        options={people}
        value={sectors}
        onChange={setSectors}
        countText={(count) => `${count} setores`}
      />
      <SearchField
        label="Buscar documentos"
        value={query}
        onChange={setQuery}
        onSubmit={setQuery}
        placeholder="Título, PMVI 042, ofício, pessoa"
      />
      <RadioGroup
        label="O que fazer"
        value={outcome}
        onChange={setOutcome}
        options={[
          {
            value: 'a',
            text: 'Enviar só minha resposta (reabre o documento)',
            detail: 'Volta a Tramitando com o seu texto.',
          },
          {
            value: 'b',
            text: 'Desistir da minha mudança',
            detail: 'Fica finalizado. O seu texto é guardado em Rascunhos.',
          },
        ]}
      />
      <RangeSlider
        label="Dia de envio"
        isOptional
        value={days}
        onChange={setDays}
        minValue={0}
        maxValue={31}
        startLabel="Dia inicial"
        endLabel="Dia final"
        summary={([from, to]) => `Do dia ${from} ao dia ${to}`}
      />
    </div>
  );
}

/** The calendar, open and behind its field. */
export function KitDate() {
  const [day, setDay] = useState<string | null>('2026-11-30');
  const today = '2026-11-19';
  return (
    <div className={styles.stack}>
      <Card className={styles.sheet}>
        <DayChooser
          title="Data limite"
          value="2026-11-30"
          today={today}
          minValue={today}
          onApply={setDay}
          describeDay={() => 'seg., 30 de nov. · em 11 dias'}
          close={() => undefined}
        />
      </Card>
      <DateField label="Data limite" value={day} onChange={setDay} today={today} minValue={today} isClearable />
      <DateField label="De" value={null} onChange={setDay} today={today} error="Escolha a data limite." />
    </div>
  );
}
