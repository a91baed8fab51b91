import { useState } from 'react'
import { TAG_COLORS } from '#schemas/define/tagForm.ts'
import { Select } from '#ui/Select.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { Stepper } from '#ui/Stepper.tsx'
import { Switch } from '#ui/Switch.tsx'
import { TagChip } from '#ui/TagChip.tsx'
import { Textarea } from '#ui/Textarea.tsx'
import { TextInput } from '#ui/TextInput.tsx'
import css from './catalog.module.css'

const states = [
  { label: 'An input' },
  { label: 'With a description', description: 'What to enter.' },
  { label: 'With an error', error: 'This value is not allowed' },
  { label: 'Required', required: true },
  { label: 'Disabled', disabled: true },
]

const Steps = () => {
  const [value, setValue] = useState(2)
  return <Stepper label="A number" least={0} most={10} {...{ value }} onChange={setValue} />
}

/** The inputs that are not of a field kind, in every state, and the tags. */
export const Inputs = () => (
  <section className={css.entry} aria-labelledby="inputs">
    <h2 id="inputs">Inputs</h2>
    <div className={css.states}>
      {states.map((state) => (
        <div key={state.label} className={css.stack}>
          <TextInput {...state} defaultValue="A text" />
          <Textarea {...state} defaultValue={'Two\nlines'} rows={2} />
          <SelectField {...state} data={['One', 'Two']} />
          <Switch {...state} defaultChecked />
        </div>
      ))}
      <Steps />
      <div className={css.row}>
        <Select small aria-label="A small select" data={['One', 'Two']} />
        <Select small disabled aria-label="A small select, disabled" data={['One', 'Two']} />
      </div>
      <div className={css.row}>
        {TAG_COLORS.map((color) => (
          <TagChip key={color} color={color}>
            {color}
          </TagChip>
        ))}
      </div>
    </div>
  </section>
)
