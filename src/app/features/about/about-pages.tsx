import type { ReactNode } from 'react';
import { PublicHead } from '../../shared/screen/public-head.tsx';
import { ScreenHeading } from '../../shared/screen/screen-heading.tsx';
import styles from './about.module.css';

/** A public page of plain text. */
function AboutFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <PublicHead />
      <main className={styles.page} id="conteudo" tabIndex={-1}>
        <ScreenHeading windowTitle={title}>{title}</ScreenHeading>
        <div className={styles.text}>{children}</div>
      </main>
    </>
  );
}

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

/**
 * The page on privacy: what is stored, where and for how long (src/app/experience.md, experience
 * B13).
 */
export function PrivacyPage() {
  return (
    <AboutFrame title="Privacidade">
      <p>
        O Malote guarda só o que o trabalho com ofícios e portarias precisa: seu nome, e-mail, setor e o que você faz
        nos documentos. Não há rastreadores nem publicidade.
      </p>
      <h2>Neste aparelho</h2>
      <ul>
        <li>Uma cópia dos documentos que você pode ver, para funcionar sem internet.</li>
        <li>
          O que você escreveu e ainda não foi enviado, e dois cookies para avisar se o navegador apagar isso: um só diz
          quantos envios aguardam; o outro, sem seu nome, só diz que este aparelho já guardou dados seus.
        </li>
        <li>
          Ao sair, a cópia é apagada. O que não foi enviado e os rascunhos só são apagados se você decidir. Se ficarem,
          ficam guardados até você entrar de novo.
        </li>
        <li>
          Num tablet compartilhado, seu nome, papel, setor e e-mail só ficam guardados se você escolher aparecer na
          entrada dele.
        </li>
      </ul>
      <h2>No servidor da organização</h2>
      <ul>
        <li>Os documentos, as respostas, os anexos e o histórico de quem fez e de quem viu, como registro oficial.</li>
        <li>A senha, guardada de um jeito que ninguém consegue ler.</li>
      </ul>
      <h2>Avisos</h2>
      <p>
        Se você pedir avisos neste aparelho, eles passam pelo serviço de avisos do navegador, sem o conteúdo dos
        documentos.
      </p>
      <h2>Verificação ao entrar</h2>
      <p>A verificação “Não sou um robô” é feita no seu aparelho, sem cookies e sem terceiros.</p>
    </AboutFrame>
  );
}
