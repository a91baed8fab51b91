import {
  choice,
  code,
  defineResource,
  flag,
  longText,
  ref,
  tags,
  text,
  z,
  type Row,
} from './define/index.ts'

export const macro = defineResource({
  name: 'macros',
  permission: 'macro',
  label: { one: 'Macro', many: 'Macros' },
  title: 'title',
  subtitle: 'shortcut',
  shape: z.object({
    title: text(120),
    shortcut: code({ unique: true, hint: 'What to type after / to insert it' }).optional(),
    body: longText(10_000, {
      label: 'Reply',
      hint: 'Sent to the customer when the macro is applied',
    }).optional(),
    setPriority: choice(['low', 'normal', 'high', 'urgent'], {
      label: 'Set priority',
      tones: { high: 'warning', urgent: 'danger' },
    }).optional(),
    setState: choice(['open', 'pending', 'solved'], { label: 'Set state' }).optional(),
    assignee: ref('employees', { label: 'Assign to', onDelete: 'clear' }).optional(),
    addTags: tags({ label: 'Add tags', tagsOf: 'tickets' }),
    active: flag({ hint: 'Offered where replies are written' }).default(true),
  }),
  // How our staff respond is internal.
  scope: 'staff',
  check(row, fail) {
    if (
      !row.body?.trim() &&
      !row.setPriority &&
      !row.setState &&
      !row.assignee &&
      !row.addTags?.length
    ) {
      fail('body', 'Write a reply, or choose something to set')
    }
  },
  list: {
    columns: ['title', 'shortcut', 'body', 'setState', 'setPriority', 'active'],
    search: ['title', 'shortcut', 'body'],
    filters: ['setState', 'setPriority', 'active'],
    sort: 'title',
  },
  form: {
    sections: {
      Macro: ['title', 'shortcut', 'body', 'active'],
      'What it sets': ['setState', 'setPriority', 'assignee', 'addTags'],
    },
  },
  nav: { group: 'Support', icon: 'message' },
})

export type Macro = Row<typeof macro>
