import { AboutFrame } from './about-frame.tsx';

/**
 * The page on accessibility: what is accessible and how (src/app/experience.md, experience B1, B2).
 */
export function AccessibilityPage() {
  return (
    <AboutFrame title="Acessibilidade">
      <p>
        O Malote segue a WCAG 2.2, nível AA, e a ABNT NBR 17225:2025. Tudo funciona por teclado, com leitores de tela,
        com o texto ampliado até 200 % e com alto contraste.
      </p>
      <h2>Atalhos da página</h2>
      <ul>
        <li>1: ir para o conteúdo</li>
        <li>2: ir para o menu</li>
        <li>3: ir para a busca</li>
        <li>4: ir para o rodapé</li>
      </ul>
      <p>
        No Chrome e no Edge, use Alt e o número; no Firefox, Alt, Shift e o número; no macOS, Control, Option e o
        número.
      </p>
      <h2>Atalhos de teclado</h2>
      <p>
        Depois de entrar, a tecla ? mostra todos: / leva à busca, j e k andam pelas linhas, Ctrl K abre a busca rápida.
        Em Perfil você os desliga.
      </p>
      <h2>Tema e contraste</h2>
      <p>Em Perfil você escolhe o tema claro, o escuro ou o do aparelho, e liga o alto contraste.</p>
      <h2>Lápis e tinta</h2>
      <p>
        O que existe só neste aparelho aparece com linha tracejada, um relógio e palavras como “Na fila” e “A enviar”. A
        cor nunca é o único sinal.
      </p>
    </AboutFrame>
  );
}
