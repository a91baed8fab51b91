import { noBody } from '#model/notices.ts'
import type { ServerTexts } from './en.ts'

/** What the server writes, in Arabic. */
export const ar: ServerTexts = {
  mail: {
    hello: (name) => `مرحبًا \u2068${name}\u2069،`,
    resetPassword: { subject: 'اختر كلمة مرور جديدة', say: 'طلب أحدهم كلمة مرور جديدة لحسابك.', button: 'اختيار كلمة مرور جديدة', close: 'يعمل الرابط مرة واحدة خلال ساعة. إن لم تكن أنت من طلبها، فلا حاجة إلى فعل شيء.' },
    verifyEmail: { subject: 'أكِّد عنوان بريدك الإلكتروني', say: 'يُرجى تأكيد أن هذا العنوان لك.', button: 'تأكيد العنوان', close: 'يعمل الرابط مدة 24 ساعة. إن لم تنشئ حسابًا، فتجاهل هذه الرسالة.' },
    invitation: (from) => ({ subject: 'وصلتك دعوة', say: `${from === null ? 'أنت مدعو' : `يدعوك \u2068${from}\u2069`} إلى لوحة إدارة السوق. اختر كلمة مرور لتبدأ.`, button: 'قبول الدعوة', close: 'يعمل الرابط مرة واحدة خلال سبعة أيام.' }),
  },
  frame: {
    open: 'فتح',
    close: 'يمكنك من الإعدادات، الإشعارات، اختيار ما يصلك بالبريد.',
    hidden: 'هناك أمر يخصك',
    gathered: 'عدد الإشعارات خلال ساعات الهدوء: {{count}}',
    noBody: noBody.ar,
  },
  notices: {
    ticketYours: 'التذكرة {{number}} أصبحت لك',
    promisePassed: 'انقضى موعد موعود للتذكرة {{number}}',
    conversationYours: 'أُسندت إليك محادثة',
    mentioned: 'ذكرك {{name}} في «{{subject}}»',
    mentionedSomewhere: 'ذكرك {{name}} في محادثة',
    paymentFailed: 'فشلت الدفعة {{number}}',
    refundFailed: 'فشل رد المبلغ {{number}}',
    importFinished: 'انتهى استيراد {{many}}',
    importRefused: 'رُفض استيراد {{many}}',
    importFailed: 'فشل استيراد {{many}}',
    importCounts: 'أُنشئ {{created}}، حُدِّث {{updated}}، رُفض {{refused}}',
  },
  desk: {
    you: 'أنت', states: { new: 'جديد', open: 'مفتوح', pending: 'بانتظارك', solved: 'محلول', closed: 'مغلق' },
    conversation: 'المحادثة', nothing: 'لم يُكتب شيء بعد.', reply: 'اكتب ردًا', send: 'إرسال', files: 'ملفات (10 على الأكثر، صور أو PDF أو CSV أو نص، 10 ميغابايت لكل ملف)',
    reopens: 'الكتابة تعيد فتح طلبك.', follows: 'هذا الطلب مغلق. ما تكتبه يبدأ طلبًا جديدًا مرتبطًا به.',
    rateTitle: 'ما مدى رضاك عن مساعدتنا؟', points: (n) => `${n} من 5`, rate: 'تقييم', rated: (n) => `قيّمت مساعدتنا بـ ${n} من 5. شكرًا لك!`,
    sent: 'وصل ردك.', empty: 'اكتب شيئًا أو أرفق ملفًا.', tooLong: '10,000 حرف على الأكثر.', tooMany: '10 ملفات على الأكثر.',
    goneTitle: 'هذا الرابط لا يعمل (أو لم يعد يعمل)', gone: 'قد يكون ناقصًا أو قديمًا. كل رسالة عن طلبك تحمل رابطًا جديدًا.', slowTitle: 'لحظة من فضلك', slow: 'كانت هناك محاولات كثيرة. حاول مجددًا بعد دقيقة.',
    mailSubject: 'رد: ', mailHello: (name) => `مرحبًا ${name}،`, mailButton: 'فتح المحادثة', mailClose: 'أجب عن هذه الرسالة أو افتح المحادثة بالزر.',
    solvedSay: 'تم حل طلبك. إن لم يكن كذلك فأجب عن هذه الرسالة. يمكنك في صفحته أن تخبرنا بمدى رضاك.', files1: (n) => `ملفات مع هذه الرسالة، تُرى في الصفحة: ${n}`,
  },
}
