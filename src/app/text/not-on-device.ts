// A file of its own, because the first load has this sentence and not the other words of the lists.

export const NOT_ON_DEVICE = 'Sem conexão: estes documentos ainda não foram guardados aqui.';
