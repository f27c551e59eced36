// Creating a model over HTTP, with everything a creation needs already filled in.

import { multipart, smallPdf } from './multipart.ts';
import type { TestClient } from './test-client.ts';

export type NewModel = {
  /** Default: "Fluxo". */
  readonly name?: string;
  /** Ids of the sectors that see it. */
  readonly sectors: readonly number[];
};

export const modelFields = ({ name = 'Fluxo', sectors }: NewModel): [string, string][] => [
  ['type', 'flow_model'],
  ['file_mime_type', 'pdf'],
  ['name', name],
  ['description', 'd'],
  ...sectors.map((id): [string, string] => ['organization_ids[]', String(id)]),
];

export function postModel(client: TestClient, made: NewModel) {
  const form = multipart(modelFields(made), [{ name: 'a.pdf', content: smallPdf() }]);
  return client.inject({ method: 'POST', url: '/api/models', ...form });
}
