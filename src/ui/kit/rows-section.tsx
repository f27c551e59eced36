import { Register, RegisterGroup, RegisterRow, RegisterTick } from '../document-look/register.tsx';
import { RowMeta, RowTitle, RowWords } from '../document-look/row-words.tsx';
import { Row, RowList } from '../document-look/surface.tsx';
import { Checkbox } from '../fields/checkbox.tsx';
import { SectionLabel } from '../frame/section-label.tsx';
import { LONG, nothing, Specimen, State } from './specimen.tsx';

/** The words of a row, and a table of rows. */
export function RowsSection() {
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
