import { AboutFrame } from './about-frame.tsx';

/** The page on privacy: what is stored, where and for how long (src/app/experience.md, experience B13). */
export function PrivacyPage() {
  return (
    <AboutFrame title="Privacidade">
      <p>
        O Malote guarda só o que o trabalho com ofícios e portarias precisa: seu nome, e-mail, setor e o que você faz
        nos documentos. Não há rastreadores, publicidade nem serviços de terceiros.
      </p>
      <h2>Neste aparelho</h2>
      <ul>
        <li>Uma cópia dos documentos que você pode ver, para funcionar sem internet.</li>
        <li>O que você escreveu e ainda não foi enviado.</li>
        <li>Ao sair, tudo isso é apagado deste aparelho. O que não foi enviado nunca é apagado sem você decidir.</li>
      </ul>
      <h2>No servidor da organização</h2>
      <ul>
        <li>Os documentos, as respostas, os anexos e o histórico de quem fez e de quem viu, como registro oficial.</li>
        <li>A senha, guardada de um jeito que ninguém consegue ler.</li>
      </ul>
      <h2>Verificação ao entrar</h2>
      <p>A verificação “Não sou um robô” é feita no seu aparelho, sem cookies e sem terceiros.</p>
    </AboutFrame>
  );
}
