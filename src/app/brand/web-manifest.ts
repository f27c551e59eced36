// Name, colours and icons of an installed Malote. Every entry names a screen that exists. The icons come from
// make-icons.mjs.

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
  icons: [
    { src: '/icons/malote-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' as const },
    { src: '/icons/malote-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' as const },
    { src: '/icons/malote-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' as const },
    { src: '/icons/malote-monochrome-512.png', sizes: '512x512', type: 'image/png', purpose: 'monochrome' as const },
  ],
  shortcuts: [
    {
      name: 'Criar documento',
      url: '/admin/create-documents',
      icons: [{ src: '/icons/atalho-criar-96.png', sizes: '96x96', type: 'image/png' }],
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
