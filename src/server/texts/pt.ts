import { noBody } from '#model/notices.ts'
import type { ServerTexts } from './en.ts'

/** Texts written by the server, in European Portuguese. */
export const pt: ServerTexts = {
  mail: {
    hello: (name) => (name === null ? 'Olá,' : `Olá ${name},`),
    resetPassword: {
      subject: 'Escolha uma nova palavra-passe',
      say: 'Alguém pediu uma nova palavra-passe para a sua conta.',
      button: 'Escolher nova palavra-passe',
      close:
        'A ligação funciona uma só vez, durante uma hora. Se não foi você, não precisa de fazer nada.',
    },
    verifyEmail: {
      subject: 'Confirme o seu endereço de e-mail',
      say: 'Confirme, por favor, que este endereço é seu.',
      button: 'Confirmar endereço',
      close:
        'A ligação funciona durante 24 horas. Se não criou nenhuma conta, ignore esta mensagem.',
    },
    alreadyRegistered: {
      subject: 'Já tem uma conta',
      say: 'Alguém tentou criar uma conta com o seu endereço, mas ele já tem uma. Se foi você, inicie sessão; se se esqueceu da palavra-passe, escolha uma nova.',
      button: 'Escolher nova palavra-passe',
      close: 'Se não foi você, não precisa de fazer nada: ninguém entrou.',
    },
    proofCode: (code) => ({
      subject: 'Confirme que é você',
      say: `Introduza ${code} para confirmar que é você.`,
      close:
        'O código funciona uma vez, durante dez minutos. Se não o pediu, alguém está a usar a sua sessão: termine-a em Definições, Segurança.',
    }),
    invitation: (from) => ({
      subject: 'Recebeu um convite',
      say: `${from === null ? 'Foi convidado' : `${from} convida-o`} para a gestão do marketplace. Escolha uma palavra-passe para começar.`,
      button: 'Aceitar o convite',
      close: 'A ligação funciona uma só vez, durante sete dias.',
    }),
  },
  frame: {
    open: 'Abrir',
    close: 'Em Definições, Notificações, escolhe o que recebe por e-mail.',
    hidden: 'Há algo que lhe diz respeito',
    gathered: '{{count}} notificações das suas horas de silêncio',
    noBody: noBody.pt,
  },
  notices: {
    ticketYours: 'O pedido {{number}} é agora seu',
    recordYours: '“{{title}}” é agora seu',
    slaMissed: 'Passou um prazo prometido do pedido {{number}}',
    conversationYours: 'Uma conversa é agora sua',
    mentioned: '{{name}} mencionou-o em “{{subject}}”',
    mentionedSomewhere: '{{name}} mencionou-o numa conversa',
    approvalAsked: '{{name}} pede a sua aprovação',
    approvalStale: 'Um pedido de aprovação está desatualizado: o registo foi alterado',
    approvalApplied: 'O seu pedido foi aprovado e aplicado',
    approvalRejected: '{{name}} rejeitou o seu pedido',
    approvalFailed: 'Não foi possível aplicar um pedido aprovado',
    approvalExpired: 'Um pedido de aprovação expirou',
    approvalOverridden: '{{name}} aplicou uma alteração sem aprovação',
    paymentFailed: 'O pagamento {{number}} falhou',
    refundFailed: 'O reembolso {{number}} falhou',
    importFinished: 'A importação de {{many}} terminou',
    importRefused: 'A importação de {{many}} foi recusada',
    importFailed: 'A importação de {{many}} falhou',
    importCounts: '{{created}} criados, {{updated}} atualizados, {{refused}} recusados',
    importNothing: 'Nada foi guardado. Linhas recusadas: {{refused}}',
  },
  cells: { yes: 'Sim', no: 'Não', currency: 'moeda' },
  desk: {
    you: 'Você',
    states: {
      new: 'Novo',
      open: 'Aberto',
      pending: 'À sua espera',
      solved: 'Resolvido',
      closed: 'Fechado',
    },
    conversation: 'Conversa',
    nothing: 'Ainda nada foi escrito.',
    reply: 'Escreva uma resposta',
    send: 'Enviar',
    files: 'Ficheiros (no máximo 10, imagens, PDF, CSV ou texto, 10 MB cada)',
    reopens: 'Se escrever, o seu pedido volta a abrir.',
    follows: 'Este pedido está fechado. O que escrever inicia um novo, ligado a este.',
    rateTitle: 'Está satisfeito com a nossa ajuda?',
    points: (n) => `${n} de 5`,
    rate: 'Avaliar',
    rated: (n) => `Avaliou a nossa ajuda com ${n} de 5. Obrigado!`,
    readOnly:
      'Esta ligação é só de leitura. Para escrever, o cliente usa a ligação que vem em cada e-mail.',
    sent: 'A sua resposta chegou.',
    empty: 'Escreva algo ou anexe um ficheiro.',
    tooLong: 'No máximo 10 000 caracteres.',
    tooMany: 'No máximo 10 ficheiros.',
    goneTitle: 'Esta ligação não funciona (ou já não)',
    gone: 'Pode estar incompleta ou ser demasiado antiga. Cada mensagem sobre o seu pedido traz uma nova.',
    slowTitle: 'Um momento, por favor',
    slow: 'Foram demasiadas tentativas. Tente de novo dentro de um minuto.',
    mailSubject: 'Re: ',
    mailHello: (name) => `Olá ${name},`,
    mailButton: 'Abrir a conversa',
    mailClose: 'Responda a esta mensagem ou abra a conversa com o botão.',
    solvedSay:
      'O seu pedido está resolvido. Se não estiver, basta responder a esta mensagem. Na página pode dizer-nos se ficou satisfeito.',
    files1: (n) => `Ficheiros desta mensagem, a ver na página: ${n}`,
  },
}
