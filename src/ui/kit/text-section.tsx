import { Mail } from 'lucide-react';
import { ErrorSentence } from '../fields/field-parts.tsx';
import { PasswordField } from '../fields/password-field.tsx';
import { SearchField } from '../fields/search-field.tsx';
import { TagInput, type TagValue } from '../fields/tag-input.tsx';
import { TextField } from '../fields/text-field.tsx';
import { As, Held, LONG, nothing, Specimen, State } from './specimen.tsx';

const TAGS: readonly TagValue[] = [
  { title: 'drenagem', type: 'keyword', userId: null },
  { title: 'chuva', type: 'keyword', userId: null },
  { title: 'Ícaro Vilela', type: 'mention', userId: 7 },
];

/** Fields to write in. */
export function TextSection() {
  return (
    <>
      <TextFields />
      <Passwords />
      <Specimen name="SearchField">
        <State name="vazio" isWide>
          <Held initial="">
            {(value, onChange) => (
              <SearchField
                label="Buscar documentos"
                placeholder="Título, PMVI 042, ofício, pessoa"
                value={value}
                onChange={onChange}
                onSubmit={onChange}
              />
            )}
          </Held>
        </State>
        <State name="com texto, rótulo à vista" isWide>
          <Held initial="encosta">
            {(value, onChange) => (
              <SearchField
                label="Buscar documentos"
                isLabelHidden={false}
                value={value}
                onChange={onChange}
                onSubmit={onChange}
              />
            )}
          </Held>
        </State>
      </Specimen>
      <Specimen name="TagInput">
        <State name="vazio" isWide>
          <Held<readonly TagValue[]> initial={[]}>
            {(value, onChange) => (
              <TagInput
                label="Palavras-chave"
                isOptional
                placeholder="Escreva e tecle Enter"
                value={value}
                onChange={onChange}
                people={[{ userId: 7, name: 'Ícaro Vilela' }]}
              />
            )}
          </Held>
        </State>
        <State name="com palavras e menção" isWide>
          <Held initial={TAGS}>
            {(value, onChange) => (
              <TagInput
                label="Palavras-chave"
                description="@ menciona uma pessoa."
                value={value}
                onChange={onChange}
                people={[{ userId: 7, name: 'Ícaro Vilela' }]}
              />
            )}
          </Held>
        </State>
        <State name="inválido" isWide>
          <TagInput label="Palavras-chave" error="São 20 no máximo." value={TAGS} onChange={nothing} max={3} />
        </State>
        <State name="desabilitado" isWide>
          <TagInput label="Palavras-chave" isDisabled value={TAGS} onChange={nothing} />
        </State>
      </Specimen>
      <Specimen name="ErrorSentence">
        <State name="para partes que a ligam sozinhas ao campo">
          <ErrorSentence>Escreva o texto.</ErrorSentence>
        </State>
      </Specimen>
    </>
  );
}

function TextFields() {
  const field = (props: Partial<Parameters<typeof TextField>[0]>, initial = 'Vistoria em encosta') => (
    <Held initial={initial}>
      {(value, onChange) => <TextField label="Título" {...props} value={value} onChange={onChange} />}
    </Held>
  );
  return (
    <Specimen name="TextField">
      <State name="vazio">{field({ placeholder: 'Assunto do documento' }, '')}</State>
      <State name="preenchido, contador">{field({ maxLength: 100, hasCounter: true })}</State>
      <State name="sob o ponteiro">
        <As state="hovered" of="input">
          {field({})}
        </As>
      </State>
      <State name="com foco">
        <As state="focused" of="input">
          {field({})}
        </As>
      </State>
      <State name="inválido">{field({ error: 'Complete o e-mail depois do @.' }, 'rosangela.meireles@')}</State>
      <State name="desabilitado">{field({ isDisabled: true })}</State>
      <State name="só leitura">{field({ isReadOnly: true })}</State>
      <State name="opcional, com descrição">{field({ isOptional: true, description: 'Como no papel.' }, '')}</State>
      <State name="com ícone">{field({ icon: Mail, label: 'E-mail', type: 'email' }, 'ana@pm.gov.br')}</State>
      <State name="sem rótulo à vista">{field({ isLabelHidden: true })}</State>
      <State name="tamanho lg">{field({ size: 'lg' })}</State>
      <State name="texto longo">{field({}, LONG)}</State>
      <State name="várias linhas" isWide>
        {field({ label: 'Justificativa', rows: 3, maxLength: 300, hasCounter: true }, LONG)}
      </State>
      <State name="várias linhas, inválido" isWide>
        {field({ label: 'Justificativa', rows: 3, error: 'Escreva a justificativa.' }, '')}
      </State>
    </Specimen>
  );
}

function Passwords() {
  const field = (props: Partial<Parameters<typeof PasswordField>[0]>, initial = 'segredo1') => (
    <Held initial={initial}>
      {(value, onChange) => (
        <PasswordField label="Senha" autoComplete="off" {...props} value={value} onChange={onChange} />
      )}
    </Held>
  );
  return (
    <Specimen name="PasswordField">
      <State name="vazio">{field({ placeholder: 'Sua senha' }, '')}</State>
      <State name="preenchido">{field({})}</State>
      <State name="com foco">
        <As state="focused" of="button">
          {field({})}
        </As>
      </State>
      <State name="inválido">{field({ error: 'A senha tem 8 letras ou mais.' })}</State>
      <State name="desabilitado">{field({ isDisabled: true })}</State>
    </Specimen>
  );
}
