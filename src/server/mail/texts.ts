import type { WrittenLanguage } from './language.ts'

/** What one letter says. */
export interface LetterTexts { readonly subject: string; readonly say: string; readonly button: string; readonly close: string }
interface MailTexts {
  readonly hello: (name: string) => string
  readonly resetPassword: LetterTexts
  readonly verifyEmail: LetterTexts
  readonly invitation: (from: string) => LetterTexts
}

/** The letters of the account pages, in every language the server writes. */
export const mailTexts: Readonly<Record<WrittenLanguage, MailTexts>> = {
  en: {
    hello: (name) => `Hello ${name},`,
    resetPassword: { subject: 'Choose a new password', say: 'Someone asked for a new password for your account.', button: 'Choose a new password', close: 'The link works once, within one hour. If it was not you, nothing needs to be done.' },
    verifyEmail: { subject: 'Confirm your e-mail address', say: 'Please confirm that this address is yours.', button: 'Confirm address', close: 'The link works for 24 hours. If you did not create an account, ignore this mail.' },
    invitation: (from) => ({ subject: 'You are invited', say: `${from} invites you to the back-office. Choose a password to start.`, button: 'Accept the invitation', close: 'The link works once, within seven days.' }),
  },
  pt: {
    hello: (name) => `Olá ${name},`,
    resetPassword: { subject: 'Escolha uma nova palavra-passe', say: 'Alguém pediu uma nova palavra-passe para a sua conta.', button: 'Escolher nova palavra-passe', close: 'A ligação funciona uma só vez, durante uma hora. Se não foi você, não precisa de fazer nada.' },
    verifyEmail: { subject: 'Confirme o seu endereço de e-mail', say: 'Confirme, por favor, que este endereço é seu.', button: 'Confirmar endereço', close: 'A ligação funciona durante 24 horas. Se não criou nenhuma conta, ignore esta mensagem.' },
    invitation: (from) => ({ subject: 'Recebeu um convite', say: `${from} convida-o para a gestão do marketplace. Escolha uma palavra-passe para começar.`, button: 'Aceitar o convite', close: 'A ligação funciona uma só vez, durante sete dias.' }),
  },
  ar: {
    hello: (name) => `مرحبًا \u2068${name}\u2069،`,
    resetPassword: { subject: 'اختر كلمة مرور جديدة', say: 'طلب أحدهم كلمة مرور جديدة لحسابك.', button: 'اختيار كلمة مرور جديدة', close: 'يعمل الرابط مرة واحدة خلال ساعة. إن لم تكن أنت من طلبها، فلا حاجة إلى فعل شيء.' },
    verifyEmail: { subject: 'أكِّد عنوان بريدك الإلكتروني', say: 'يُرجى تأكيد أن هذا العنوان لك.', button: 'تأكيد العنوان', close: 'يعمل الرابط مدة 24 ساعة. إن لم تنشئ حسابًا، فتجاهل هذه الرسالة.' },
    invitation: (from) => ({ subject: 'وصلتك دعوة', say: `يدعوك \u2068${from}\u2069 إلى لوحة إدارة السوق. اختر كلمة مرور لتبدأ.`, button: 'قبول الدعوة', close: 'يعمل الرابط مرة واحدة خلال سبعة أيام.' }),
  },
}
