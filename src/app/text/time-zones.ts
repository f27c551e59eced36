import type { ZONES } from '#domain/time-zones.ts';

/** Where people live who have this hour. */
export const ZONE_TEXT: Readonly<Record<(typeof ZONES)[number], string>> = {
  'America/Sao_Paulo': 'Brasília (Sul, Sudeste, Goiás e DF)',
  'America/Araguaina': 'Tocantins',
  'America/Bahia': 'Bahia',
  'America/Belem': 'Amapá e leste do Pará',
  'America/Boa_Vista': 'Roraima',
  'America/Campo_Grande': 'Mato Grosso do Sul',
  'America/Cuiaba': 'Mato Grosso',
  'America/Eirunepe': 'Oeste do Amazonas',
  'America/Fortaleza': 'Ceará, Maranhão, Piauí, Paraíba e Rio Grande do Norte',
  'America/Maceio': 'Alagoas e Sergipe',
  'America/Manaus': 'Amazonas',
  'America/Noronha': 'Fernando de Noronha',
  'America/Porto_Velho': 'Rondônia',
  'America/Recife': 'Pernambuco',
  'America/Rio_Branco': 'Acre',
  'America/Santarem': 'Oeste do Pará',
};
