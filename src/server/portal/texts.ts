/** What the customer's page and mails say, in each language of the product. */
const en = {
  you: 'You', states: { new: 'New', open: 'Open', pending: 'Waiting for you', solved: 'Solved', closed: 'Closed' } as Record<string, string>,
  conversation: 'Conversation', nothing: 'Nothing has been written yet.', reply: 'Write a reply', send: 'Send', files: 'Files (at most 10, pictures, PDF, CSV or text, 10 MB each)',
  reopens: 'Writing opens your request again.', follows: 'This request is closed. What you write starts a new one that leads back here.',
  rateTitle: 'How content are you with our help?', points: (n: number) => `${n} of 5`, rate: 'Rate', rated: (n: number) => `You rated our help with ${n} of 5. Thank you!`,
  sent: 'Your reply has arrived.', empty: 'Write something or attach a file.', tooLong: 'At most 10,000 characters.', tooMany: 'At most 10 files.',
  goneTitle: 'This link does not work (any more)', gone: 'It may be incomplete or too old. Every mail about your request brings a fresh one.', slowTitle: 'One moment, please', slow: 'There were too many attempts. Try again in a minute.',
  mailSubject: 'Re: ', mailHello: (name: string) => `Hello ${name},`, mailButton: 'Open the conversation', mailClose: 'Answer this mail, or open the conversation with the button.',
  solvedSay: 'Your request is solved. If not, simply answer this mail. On its page you can tell us how content you are.', files1: (n: number) => `Files with this message, to be seen on the page: ${n}`,
}
export type DeskTexts = typeof en
const pt: DeskTexts = {
  you: 'Você', states: { new: 'Novo', open: 'Aberto', pending: 'À sua espera', solved: 'Resolvido', closed: 'Fechado' },
  conversation: 'Conversa', nothing: 'Ainda nada foi escrito.', reply: 'Escreva uma resposta', send: 'Enviar', files: 'Ficheiros (no máximo 10, imagens, PDF, CSV ou texto, 10 MB cada)',
  reopens: 'Se escrever, o seu pedido volta a abrir.', follows: 'Este pedido está fechado. O que escrever inicia um novo, ligado a este.',
  rateTitle: 'Está satisfeito com a nossa ajuda?', points: (n) => `${n} de 5`, rate: 'Avaliar', rated: (n) => `Avaliou a nossa ajuda com ${n} de 5. Obrigado!`,
  sent: 'A sua resposta chegou.', empty: 'Escreva algo ou anexe um ficheiro.', tooLong: 'No máximo 10 000 caracteres.', tooMany: 'No máximo 10 ficheiros.',
  goneTitle: 'Esta ligação não funciona (ou já não)', gone: 'Pode estar incompleta ou ser demasiado antiga. Cada mensagem sobre o seu pedido traz uma nova.', slowTitle: 'Um momento, por favor', slow: 'Foram demasiadas tentativas. Tente de novo dentro de um minuto.',
  mailSubject: 'Re: ', mailHello: (name) => `Olá ${name},`, mailButton: 'Abrir a conversa', mailClose: 'Responda a esta mensagem ou abra a conversa com o botão.',
  solvedSay: 'O seu pedido está resolvido. Se não estiver, basta responder a esta mensagem. Na página pode dizer-nos se ficou satisfeito.', files1: (n) => `Ficheiros desta mensagem, a ver na página: ${n}`,
}
const ar: DeskTexts = {
  you: 'أنت', states: { new: 'جديد', open: 'مفتوح', pending: 'بانتظارك', solved: 'محلول', closed: 'مغلق' },
  conversation: 'المحادثة', nothing: 'لم يُكتب شيء بعد.', reply: 'اكتب ردًا', send: 'إرسال', files: 'ملفات (10 على الأكثر، صور أو PDF أو CSV أو نص، 10 ميغابايت لكل ملف)',
  reopens: 'الكتابة تعيد فتح طلبك.', follows: 'هذا الطلب مغلق. ما تكتبه يبدأ طلبًا جديدًا مرتبطًا به.',
  rateTitle: 'ما مدى رضاك عن مساعدتنا؟', points: (n) => `${n} من 5`, rate: 'تقييم', rated: (n) => `قيّمت مساعدتنا بـ ${n} من 5. شكرًا لك!`,
  sent: 'وصل ردك.', empty: 'اكتب شيئًا أو أرفق ملفًا.', tooLong: '10,000 حرف على الأكثر.', tooMany: '10 ملفات على الأكثر.',
  goneTitle: 'هذا الرابط لا يعمل (أو لم يعد يعمل)', gone: 'قد يكون ناقصًا أو قديمًا. كل رسالة عن طلبك تحمل رابطًا جديدًا.', slowTitle: 'لحظة من فضلك', slow: 'كانت هناك محاولات كثيرة. حاول مجددًا بعد دقيقة.',
  mailSubject: 'رد: ', mailHello: (name) => `مرحبًا ${name}،`, mailButton: 'فتح المحادثة', mailClose: 'أجب عن هذه الرسالة أو افتح المحادثة بالزر.',
  solvedSay: 'تم حل طلبك. إن لم يكن كذلك فأجب عن هذه الرسالة. يمكنك في صفحته أن تخبرنا بمدى رضاك.', files1: (n) => `ملفات مع هذه الرسالة، تُرى في الصفحة: ${n}`,
}

const all: Readonly<Record<string, DeskTexts>> = { en, pt, ar }

/** The texts of the first known language among locales such as `pt-PT`; English without one. */
export const deskTexts = (...locales: readonly (string | null | undefined)[]): { readonly language: string; readonly texts: DeskTexts } => {
  const language = locales.flatMap((l) => (l ?? '').split(',')).map((l) => l.trim().slice(0, 2).toLowerCase()).find((l) => l in all) ?? 'en'
  return { language, texts: all[language]! }
}
