// The manifest of an installed Malote: its name, colours, icons and shortcuts. make-icons.mjs draws
// the icons; the pictures of screens show the demonstration.

import { SHARE, SHARE_PARTS } from '#contract/share.ts';
import { FILE_TYPES } from '#domain/files.ts';

/**
 * The files that the form accepts, as the manifest names them: media types with their extensions.
 */
const ACCEPTED = Object.fromEntries(Object.entries(FILE_TYPES).map(([extension, mime]) => [mime, [`.${extension}`]]));

export const webManifest = {
  id: '/',
  name: 'Malote: ofícios e portarias',
  short_name: 'Malote',
  description: 'Ofícios e portarias de mão em mão, com ou sem internet: enviar, acompanhar, prorrogar e concluir.',
  lang: 'pt-BR',
  dir: 'ltr' as const,
  start_url: '/admin/home?origem=app',
  scope: '/',
  display: 'standalone' as const,
  orientation: 'any' as const,
  theme_color: '#0B1F3F',
  background_color: '#F3F5F1',
  categories: ['government', 'productivity'],
  launch_handler: { client_mode: 'navigate-existing' as const },
  share_target: {
    action: SHARE.action,
    method: 'POST' as const,
    enctype: 'multipart/form-data' as const,
    params: {
      title: SHARE_PARTS.title,
      files: [
        {
          name: SHARE_PARTS.files,
          accept: [...Object.entries(ACCEPTED).flatMap(([mime, names]) => [mime, ...names]), 'image/*'],
        },
      ],
    },
  },
  file_handlers: [{ action: SHARE.form, accept: ACCEPTED }],
  icons: [
    { src: '/icons/malote-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' as const },
    { src: '/icons/malote-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' as const },
    { src: '/icons/malote-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' as const },
    { src: '/icons/malote-monochrome-512.png', sizes: '512x512', type: 'image/png', purpose: 'monochrome' as const },
  ],
  screenshots: [
    {
      src: '/telas/inicio-1280.png',
      sizes: '1280x800',
      type: 'image/png',
      form_factor: 'wide' as const,
      label: 'Início: o que espera por você',
    },
    {
      src: '/telas/inicio-390.png',
      sizes: '390x844',
      type: 'image/png',
      form_factor: 'narrow' as const,
      label: 'Início: o que espera por você',
    },
    {
      src: '/telas/documento-390.png',
      sizes: '390x844',
      type: 'image/png',
      form_factor: 'narrow' as const,
      label: 'Um documento e suas respostas',
    },
  ],
  shortcuts: [
    {
      name: 'Criar documento',
      url: '/admin/create-documents',
      icons: [{ src: '/icons/atalho-criar-96.png', sizes: '96x96', type: 'image/png' }],
    },
    {
      name: 'Buscar',
      url: '/admin/results',
      icons: [{ src: '/icons/atalho-buscar-96.png', sizes: '96x96', type: 'image/png' }],
    },
    {
      name: 'Em atraso',
      url: '/admin/manage-documents?status=overdue',
      icons: [{ src: '/icons/atalho-atraso-96.png', sizes: '96x96', type: 'image/png' }],
    },
    {
      name: 'Pendências de envio',
      url: '/admin/outbox',
      icons: [{ src: '/icons/atalho-pendencias-96.png', sizes: '96x96', type: 'image/png' }],
    },
  ],
};
