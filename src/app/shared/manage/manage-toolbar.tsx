import { SearchField } from '#ui/fields/search-field.tsx';
import { Select } from '#ui/fields/select.tsx';
import { type ReactNode, useState } from 'react';
import { MANAGE } from '../../text/manage.ts';
import styles from './manage-list.module.css';
import type { ManageSearch } from './manage-search.ts';
import type { ManageWords } from './managed-row.ts';

const BOTH = 'todos';

/** Search and filters of a management list. */
export function ManageToolbar(props: {
  words: ManageWords;
  search: ManageSearch;
  onSearch: (search: ManageSearch) => void;
  filters?: ReactNode;
}) {
  const { words, search, onSearch, filters } = props;
  return (
    <div className={styles.toolbar}>
      <WordsField key={search.busca} words={words} search={search} onSearch={onSearch} />
      <div className={styles.filters}>
        {filters}
        <StatusSelect search={search} onSearch={onSearch} />
      </div>
    </div>
  );
}

type SearchProps = { search: ManageSearch; onSearch: (search: ManageSearch) => void };

/** Searches by Enter or by the magnifier; the X clears the search. */
function WordsField({ words, search, onSearch }: SearchProps & { words: ManageWords }) {
  const [text, setText] = useState(search.busca ?? '');
  const apply = (typed: string) => {
    const { busca: _old, ...rest } = search;
    const trimmed = typed.trim();
    onSearch(trimmed === '' ? rest : { ...rest, busca: trimmed });
  };
  return (
    <search className={styles.search} id="busca">
      <SearchField
        label={words.search}
        placeholder={words.placeholder}
        value={text}
        onChange={setText}
        onSubmit={apply}
        onClear={() => apply('')}
      />
    </search>
  );
}

function StatusSelect({ search, onSearch }: SearchProps) {
  return (
    <Select
      label={MANAGE.status}
      appearance="toolbar"
      value={search.situacao ?? BOTH}
      options={[
        { id: BOTH, text: MANAGE.both },
        { id: 'ativos', text: MANAGE.onlyActive },
        { id: 'inativos', text: MANAGE.onlyInactive },
      ]}
      onChange={(id) => {
        const { situacao: _old, ...rest } = search;
        onSearch(id === 'ativos' || id === 'inativos' ? { ...rest, situacao: id } : rest);
      }}
    />
  );
}
