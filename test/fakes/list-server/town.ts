// The data of a server with the product's own calls: rows with the fields that every product server
// has, and no others.

/** `bytes`: as they were sent. */
export type Attachment = { id: number; name: string; bytes?: Blob };
export type Sector = { id: number; name: string; acronym: string; status: 'active' | 'inactive' };
export type Person = {
  id: number;
  name: string;
  last_name: string;
  email: string;
  organization_id: number;
  status: 'active' | 'inactive';
};
export type Subject = {
  id: number;
  name: string;
  status: 'active' | 'inactive';
  submission_start_day: number | null;
  submission_end_day: number | null;
  exempt: number[];
};
export type Model = {
  id: number;
  name: string;
  description: string;
  type: string;
  file_mime_type: string;
  status: 'active' | 'inactive';
  sectors: number[];
  files: Attachment[];
};
export type Alert = {
  id: number;
  title: string;
  description: string;
  limit_date: string;
  status: 'active' | 'inactive';
};

export type Log = {
  action: 'creation' | 'view' | 'transfer' | 'extension' | 'completion' | 'reopening';
  by: number;
  at: string;
  limit_date: string | null;
  responsibles: number[];
};
export type Reply = { id: number; by: number; at: string; content: string; files: Attachment[] };
export type Document = {
  id: number;
  title: string;
  physical_document_number: string;
  status: 'pending' | 'under_review' | 'extended' | 'completed';
  is_exception: boolean;
  type: string;
  created_at: string;
  limit_date: string;
  created_by: number;
  subject: number;
  content: string;
  responsibles: number[];
  sectors: number[];
  tags: { title: string; type: string }[];
  files: Attachment[];
  logs: Log[];
  replies: Reply[];
};

export type Town = {
  sectors: Sector[];
  people: Person[];
  subjects: Subject[];
  models: Model[];
  alerts: Alert[];
  documents: Document[];
  nextId: number;
  perPage: number;
  readonly now: () => Date;
};

/** Three sectors, three people, one subject, one alert and one model; no document. */
export function buildTown(now: () => Date): Town {
  return {
    sectors: [
      { id: 11, name: 'Obras', acronym: 'SEMOB', status: 'active' },
      { id: 12, name: 'Trânsito', acronym: 'SEMTRAN', status: 'active' },
      { id: 13, name: 'Gabinete', acronym: 'GAB', status: 'active' },
    ],
    people: [
      { id: 1, name: 'Ana', last_name: 'Lima', email: 'ana@example.test', organization_id: 11, status: 'active' },
      { id: 2, name: 'Bia', last_name: 'Souza', email: 'bia@example.test', organization_id: 12, status: 'active' },
      { id: 3, name: 'Caio', last_name: 'Porto', email: 'caio@example.test', organization_id: 13, status: 'active' },
    ],
    subjects: [
      {
        id: 21,
        name: 'Sinalização',
        status: 'active',
        submission_start_day: null,
        submission_end_day: null,
        exempt: [],
      },
    ],
    models: [],
    alerts: [{ id: 41, title: 'Feriado', description: 'Sem expediente.', limit_date: '2026-12-25', status: 'active' }],
    documents: [],
    nextId: 100,
    perPage: 5,
    now,
  };
}

/** A document of Ana's for Bia; fields that are not given have the usual values. */
export function addDocument(town: Town, said: Partial<Document> = {}): Document {
  const id = (town.nextId += 1);
  const at = town.now().toISOString();
  const document: Document = {
    id,
    title: `Documento ${id}`,
    physical_document_number: `${id}/2026`,
    status: 'pending',
    is_exception: false,
    type: 'general_document',
    created_at: at,
    limit_date: '2026-12-31',
    created_by: 1,
    subject: 21,
    content: '<p>Texto</p>',
    responsibles: [2],
    sectors: [12],
    tags: [],
    files: [{ id: (town.nextId += 1), name: 'a.pdf' }],
    logs: [{ action: 'creation', by: 1, at, limit_date: '2026-12-31', responsibles: [2] }],
    replies: [],
    ...said,
  };
  town.documents.push(document);
  return document;
}
