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
  documents: {
    attached: (title) => `Segue em anexo: ${title}.`,
    close: 'Com os melhores cumprimentos',
  },
  frame: {
    open: 'Abrir',
    close: 'Em Definições, Notificações, escolhe o que recebe por e-mail.',
    hidden: 'Há algo que lhe diz respeito',
    gathered: '{{count}} notificações das suas horas de silêncio',
    noBody: noBody.pt,
  },
  cells: { yes: 'Sim', no: 'Não', currency: 'moeda', refusedWhy: 'Motivo da recusa' },
  pay: {
    kinds: { order: 'Encomenda', booking: 'Reserva', invoice: 'Fatura' },
    due: 'Montante em dívida',
    button: 'Pagar agora',
    transfer: 'Pagar por transferência bancária',
    reference: 'Referência:',
    contact: 'Contacte-nos, por favor, para combinar o pagamento.',
    busy: 'Não é possível iniciar um pagamento agora. Se acabou de pagar, ele já está a caminho.',
    gone: 'Pode estar incompleta ou ser demasiado antiga, ou já não há nada a pagar.',
    reminder: {
      subject: 'Lembrete:',
      say: (title, amount, days) =>
        `${amount} de ${title} venceu há ${days === 1 ? 'um dia' : `${days} dias`}. Se entretanto já pagou, ignore este lembrete. Caso contrário, pague aqui:`,
    },
    declined: {
      subject: 'O seu cartão foi recusado:',
      say: (title, amount) =>
        `Não foi possível cobrar ${amount} de ${title} no cartão guardado. Pague aqui com outro cartão ou por transferência:`,
    },
    say: (title, amount) => `${title}: ${amount} por pagar. Pague aqui:`,
  },
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
    fileQuota: 'Já enviou muitos ficheiros hoje. Envie os outros amanhã.',
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
