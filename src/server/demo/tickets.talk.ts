import type { Ticket } from '#schemas/ticket.ts'

/**
 * A topic customers write about: their question, the agent's reply, and later messages. `{place}`
 * and `{name}` are filled in.
 */
export interface Matter {
  readonly subject: string
  readonly category: Ticket['category']
  readonly asks: string
  readonly reply: string
  readonly more: readonly string[]
  readonly steps: readonly string[]
  readonly tags: readonly string[]
}

export const matters: readonly Matter[] = [
  {
    subject: 'Charged twice for one stay',
    category: 'billing',
    tags: ['payment'],
    asks: 'Hello, my card shows two charges for the same stay at {place}. Could you look into it, please?',
    reply:
      'Hello {name}, thank you for writing. I can see both entries; one of them is only a hold that your bank releases by itself. I am checking with our finance team whether it has been released.',
    more: [
      'It is still on my statement this morning.',
      'My bank says they need a reference from you.',
      'Here is a screenshot of the two lines.',
    ],
    steps: [
      'The reference of the hold is in the confirmation I just sent you by e-mail.',
      'Finance confirms that only one charge was captured.',
      'I have asked for the hold to be released today.',
    ],
  },
  {
    subject: 'Invoice with company details',
    category: 'billing',
    tags: ['invoice'],
    asks: 'I need the invoice of my last stay made out to my company, with the tax number. Is that possible?',
    reply:
      'Hello {name}, of course. Please send me the exact company name, address and tax number, and I will have it issued again.',
    more: [
      'The details are in the attachment of my e-mail.',
      'The street number is wrong, it should be 14, not 41.',
      'Could you also send it as PDF?',
    ],
    steps: [
      'The corrected invoice is on its way.',
      'I have changed the address; the new PDF replaces the old one.',
    ],
  },
  {
    subject: 'Refund has not arrived',
    category: 'billing',
    tags: ['refund', 'payment'],
    asks: 'I cancelled ten days ago within the free period and still have no refund.',
    reply:
      'Hello {name}, I am sorry about the wait. The refund left our account; banks take up to ten working days. I will follow it up for you.',
    more: [
      'Nothing yet today.',
      'It has arrived just now, thank you!',
      'The amount is less than what I paid.',
    ],
    steps: [
      'The payment provider confirms that the money was handed to your bank.',
      'The difference is the fee of the first night, as in the terms of the booking.',
    ],
  },
  {
    subject: 'Change the dates of a booking',
    category: 'booking',
    tags: ['dates'],
    asks: 'Our flight was moved. Can we come a day later to {place}, and leave a day later too?',
    reply:
      'Hello {name}, I have asked the house. If a room is free on the extra night, I will move the booking at the same rate.',
    more: [
      'We would also take another room type.',
      'That works for us, please go ahead.',
      'Do we get a new confirmation?',
    ],
    steps: [
      'The house has a room; the booking is changed and the confirmation is in your inbox.',
      'On the last night only a double with a view is left, for a little more. Shall I take it?',
    ],
  },
  {
    subject: 'Late arrival',
    category: 'booking',
    tags: ['arrival'],
    asks: 'We land at 23:40. Will somebody be at the reception of {place} when we arrive?',
    reply:
      'Hello {name}, yes, the reception is open all night. I have noted your flight number with the house.',
    more: [
      'And is there a taxi at that hour?',
      'Perfect, thank you.',
      'Our flight is another hour late now.',
    ],
    steps: [
      'The house can send a driver for a fixed price; shall I book one?',
      'I have told them; your room is kept.',
    ],
  },
  {
    subject: 'Room was not as described',
    category: 'booking',
    tags: ['complaint'],
    asks: 'We booked a sea view at {place} and were given a room to the courtyard. I would like to know what you can do.',
    reply:
      'Hello {name}, I am sorry, that is not what you paid for. I am speaking with the manager of the house now and will come back to you today.',
    more: [
      'They say they are fully booked.',
      'We are only here until Sunday.',
      'Thank you, the new room is lovely.',
    ],
    steps: [
      'The house moves you this afternoon, and takes the first night off the bill.',
      'I have sent the pictures to the house; they apologise.',
    ],
  },
  {
    subject: 'Cot and high chair',
    category: 'booking',
    tags: ['family'],
    asks: 'We travel with a baby of eight months. Can {place} put a cot into the room?',
    reply:
      'Hello {name}, gladly. The cot is free of charge and will be in the room when you arrive. There are high chairs in the restaurant.',
    more: ['Is there a bottle warmer too?', 'Wonderful, thanks a lot.'],
    steps: ['Yes, the kitchen lends you one.', 'It is all noted in your booking.'],
  },
  {
    subject: 'Cleaner did not come',
    category: 'service',
    tags: ['no-show'],
    asks: 'The cleaner booked for this morning has not come, and nobody answers the phone.',
    reply:
      'Hello {name}, I am very sorry. I have reached the company; they had a breakdown and offer to come this afternoon or tomorrow at nine.',
    more: [
      'Tomorrow at nine is fine.',
      'I have waited the whole morning and would like something for it.',
      'They were here now, all good.',
    ],
    steps: [
      'Confirmed for tomorrow at nine, and the first hour is free.',
      'I have noted it in the record of the company.',
    ],
  },
  {
    subject: 'Offer differs from the bill',
    category: 'service',
    tags: ['price'],
    asks: 'The electrician offered one price and now asks for more. Is that allowed?',
    reply:
      'Hello {name}, an accepted offer is binding unless you agreed to extra work. Could you send me both papers?',
    more: [
      'Both are attached.',
      'He says the cable was longer than planned.',
      'That is fair, thank you for helping.',
    ],
    steps: [
      'I have spoken with the company; they take back the extra charge.',
      'They propose to share the difference. Would that be acceptable?',
    ],
  },
  {
    subject: 'Which service do I need?',
    category: 'service',
    tags: ['advice'],
    asks: 'Water comes through the ceiling after rain. Do I need a plumber or a roofer?',
    reply:
      'Hello {name}, after rain it is most likely the roof. You can post a job with a picture, and companies near you make an offer, usually within a day.',
    more: ['I have posted it, thank you.', 'Somebody offered to come today already.'],
    steps: [
      'I have marked your job as urgent.',
      'Good to hear. Write again if anything is not right.',
    ],
  },
  {
    subject: 'Cannot sign in',
    category: 'account',
    tags: ['sign-in'],
    asks: 'The link to set a new password says that it is no longer valid.',
    reply:
      'Hello {name}, such a link works for one hour. I have sent you a fresh one; please check the spam folder as well.',
    more: [
      'It is not there either.',
      'Now it worked.',
      'I use another address by now, could you change it?',
    ],
    steps: [
      'I have sent it again from another sender.',
      'For the change of address please answer the mail I sent to the old one.',
    ],
  },
  {
    subject: 'Delete my account',
    category: 'account',
    tags: ['privacy'],
    asks: 'Please delete my account and everything you know about me.',
    reply:
      'Hello {name}, we will do so. Invoices have to be kept by law for some years, without being used for anything else. Shall I go ahead?',
    more: ['Yes, please.', 'How long does that take?'],
    steps: [
      'It is done within thirty days, usually within one week.',
      'You will get a last message when it is finished.',
    ],
  },
  {
    subject: 'Newsletter although unsubscribed',
    category: 'account',
    tags: ['privacy'],
    asks: 'I unsubscribed twice and still get your newsletter.',
    reply:
      'Hello {name}, I am sorry. Your address stood in two lists; I have taken it out of both.',
    more: ['There was another one today.', 'Thank you, it has stopped.'],
    steps: ['That one was already on its way; there will be no further ones.'],
  },
  {
    subject: 'Praise for the team',
    category: 'other',
    tags: ['praise'],
    asks: 'We just want to say that everybody at {place} was wonderful. Please pass it on.',
    reply: 'Hello {name}, how kind of you! I have passed it on; the team was delighted.',
    more: ['We will certainly come again.'],
    steps: ['We look forward to it.'],
  },
  {
    subject: 'Lost jacket',
    category: 'other',
    tags: ['lost-property'],
    asks: 'I think I left a blue rain jacket in the room at {place}. Was it found?',
    reply: 'Hello {name}, I have asked housekeeping. They keep what is found for three months.',
    more: ['It has a red zip.', 'Could it be sent to me?', 'It arrived today, many thanks!'],
    steps: [
      'They found it. Shall it be sent, or kept for you?',
      'It was posted this morning; the number of the parcel follows.',
    ],
  },
]

export const staffNotes = [
  'Called the house, manager rings back after four.',
  'Third ticket of this customer this month, please be generous.',
  'Finance knows, see the ledger.',
  'Vendor promised an answer until tomorrow.',
  'Checked: within the terms.',
]
export const thanks = [
  'Thank you very much for the quick help!',
  'That solves it, thanks.',
  'Great service, thank you.',
  'All right then. Thanks.',
]

/** Conversations between vendors and our staff. */
export const vendorTalks: readonly (readonly [subject: string, ...messages: string[]])[] = [
  [
    'Pictures of the new rooms',
    'Good morning, the new rooms are finished. Where do we add the pictures?',
    'Congratulations! On the page of your house, under Pictures; up to twenty.',
    'Found it. Six are online now.',
    'They look very good. I have moved the first one to the front.',
  ],
  [
    'Payout of last month',
    'We are missing the payout of two bookings.',
    'Both guests paid by bank transfer, which takes longer. They are in the run of this Friday.',
    'Understood, thank you.',
  ],
  [
    'Commission in the low season',
    'Could we talk about the commission from November to February?',
    'Gladly. Would a call on Thursday suit you?',
    'Thursday at three is fine.',
  ],
  [
    'Insurance certificate',
    'Your insurance certificate runs out in three weeks. Could you send the new one?',
    'The new one comes on Monday, I will upload it at once.',
    'Perfect, thank you.',
  ],
  [
    'Overbooking on Saturday',
    'We have one double too many on Saturday. Can you help to move somebody?',
    'One of the guests would gladly take the suite for the same price.',
    'Agreed, please confirm it to them.',
    'Done. They are happy.',
  ],
  [
    'Opening hours of the pool',
    'A guest asks about the pool in winter. Is it heated?',
    'From October to April it is closed, the sauna is open.',
    'I have added that to the description.',
  ],
]
