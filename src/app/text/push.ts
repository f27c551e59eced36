/** Words of push notifications, which people know as "avisos". */
export const PUSH = {
  receive: 'Receber avisos neste aparelho',
  meaning: 'Chegada de documento, menção, resposta e prazo, também com o aplicativo fechado.',
  sound: 'Tocar um som quando chegar um aviso',
  unsupported: 'Este navegador não recebe avisos. No iPhone e no iPad, instale o aplicativo na tela de início antes.',
  blocked: 'Avisos bloqueados neste navegador. Para liberar, abra as configurações do site e permita as notificações.',
  failed: 'Não foi possível ligar os avisos agora. Verifique a internet e tente de novo.',
} as const;
