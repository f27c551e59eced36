import { expect, test } from 'vitest';
import { PERMISSIONS, ROLES } from './permissions.ts';

// Written by hand from rule B8: one row a permission, one column a role. A permission without a row
// fails.
const NAMES = [
  'Super Admin',
  'Gestor de Setor',
  'Protocolo',
  'Servidor',
  'Servidor de Campo',
  'Controle Interno',
  'Consulta',
];
const MAY = `
  create_documents              x x x x x - -
  read_documents                x x x x x x x
  reassign_documents            x x - - - - -
  read_all_document_subjects    x x x - - x -
  read_document_subjects        x - x - - - -
  create_document_subjects      x - x - - - -
  update_document_subjects      x - x - - - -
  delete_document_subjects      x - - - - - -
  read_organizations            x x x - - x -
  create_organizations          x - - - - - -
  update_organizations          x - - - - - -
  delete_organizations          x - - - - - -
  read_users                    x x x x - x x
  create_users                  x x - - - - -
  update_users                  x x - - - - -
  delete_users                  x - - - - - -
  read_models                   x x x - - x -
  create_models                 x x - - - - -
  update_models                 x x - - - - -
  delete_models                 x - - - - - -
  read_alerts                   x x x x x x x
  create_alerts                 x - x - - - -
  update_alerts                 x - x - - - -
  delete_alerts                 x - - - - - -
  update_tenants                x - - - - - -
  manage_devices                x - - - - - -
  read_reports                  x x - - - x -
  read_audit                    x - - - - x -
  manage_calendar               x - x - - - -
`;

const table = MAY.trim()
  .split('\n')
  .map((line) => line.trim().split(/ +/))
  .map(([permission = '', ...cells]) => ({ permission, roles: NAMES.filter((_, column) => cells[column] === 'x') }));

test('the seven roles are these, in the order in which they are shown', () => {
  expect(Object.keys(ROLES)).toEqual(NAMES);
});

test('the table has every permission once', () => {
  expect(table.map(({ permission }) => permission).toSorted()).toEqual(PERMISSIONS.toSorted());
});

test.each(table)('$permission belongs to these roles', ({ permission, roles }) => {
  expect(NAMES.filter((name) => ROLES[name]?.some((one) => one === permission))).toEqual(roles);
});
