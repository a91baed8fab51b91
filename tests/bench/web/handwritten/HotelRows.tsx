/** The tables inside the form of a hotel: its kinds of rooms and its refund rules. */
import { Button, TextInput } from '@mantine/core'
import { useFieldArray, useFormContext } from 'react-hook-form'
import type { HotelValues } from './hotelRules.ts'

const room = { code: '', name: '', adults: 2, children: 0, rooms: 1, nightlyRate: 0 }
const parts = ['code', 'name', 'adults', 'children', 'rooms', 'nightlyRate'] as const

export const RoomTypes = () => {
  const { control, register } = useFormContext<HotelValues>()
  const { fields, append, remove } = useFieldArray({ control, name: 'roomTypes' })
  return (
    <>
      {fields.map((row, i) => (
        <div key={row.id} className="line">
          {parts.map((part) => (
            <TextInput key={part} {...register(`roomTypes.${i}.${part}`)} label={part} />
          ))}
          <Button variant="default" onClick={() => remove(i)}>
            Remove
          </Button>
        </div>
      ))}
      <Button variant="default" onClick={() => append(room)}>
        Add room type
      </Button>
    </>
  )
}

export const RefundRules = () => {
  const { control, register } = useFormContext<HotelValues>()
  const { fields, append, remove } = useFieldArray({ control, name: 'refundRules' })
  return (
    <>
      {fields.map((row, i) => (
        <div key={row.id} className="line">
          <TextInput {...register(`refundRules.${i}.daysBefore`)} label="Days before" />
          <TextInput {...register(`refundRules.${i}.percent`)} label="Percent" />
          <Button variant="default" onClick={() => remove(i)}>
            Remove
          </Button>
        </div>
      ))}
      <Button variant="default" onClick={() => append({ daysBefore: 7, percent: 50 })}>
        Add refund rule
      </Button>
    </>
  )
}
