import { AboutFrame } from './about-frame.tsx';

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
