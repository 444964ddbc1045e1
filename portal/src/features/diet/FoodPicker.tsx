import type { Per100 } from '@teleward/contract/diet/nutrients.ts'
import type { Food } from '@teleward/contract/diet/schema.ts'
import { fetchdietnutrients } from '@teleward/contract/diet/endpoints.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useDeferredValue, useRef, useState } from 'react'
import { endpointQuery } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { Line } from '../../patterns/FormLines.tsx'
import { either } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { OwnFood } from './OwnFood.tsx'

export interface PickedFood {
  code?: string
  name: string
  per100: Per100
  grams: number
  measure: string | null
}
const pickedOf = (food: Food): PickedFood => ({
  code: food.code,
  name: food.nameZhTw ? either(food.nameZhTw, food.nameEn) : food.nameEn,
  per100: food.per100,
  grams: food.serving?.grams ?? 100,
  measure: food.serving?.name.slice(0, 60) ?? null,
})

/** A food of the table by a Chinese or English name; what is not in it is described by its label. */
export function FoodPicker({ onPick }: { onPick: (food: PickedFood) => void }) {
  const [typed, setTyped] = useState('')
  // The search forgets what was typed when the field is left; who goes on to the label is not asked for it again.
  const asked = useRef('')
  const [open, setOpen] = useState(false)
  const [own, setOwn] = useState<string | null>(null)
  const q = useDeferredValue(typed.trim())
  const found = useQuery({
    ...endpointQuery(fetchdietnutrients, { body: { q } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: 10 * 60_000,
  })
  const foods = q === '' ? [] : (found.data ?? [])
  const search = (next: string) => {
    setTyped(next.slice(0, 60))
    if (next.trim()) asked.current = next.trim().slice(0, 60)
  }
  const done = (food: PickedFood) => {
    onPick(food)
    setTyped('')
    asked.current = ''
  }
  const describe = () => {
    setOpen(false)
    setOwn(asked.current)
    setTyped('')
  }
  return (
    <>
      <Line label={t('diet.form.foods')}>
        {(id) => (
          <Select<string>
            id={id}
            className="wide"
            placeholder={t('diet.form.search')}
            loading={found.isFetching}
            value={null}
            showSearch={{ filterOption: false, searchValue: typed, onSearch: search }}
            onChange={(code) => {
              const food = foods.find((one) => one.code === code)
              if (food) done(pickedOf(food))
            }}
            options={foods.map((food) => ({ value: food.code, label: labelOf(food) }))}
            open={open}
            onOpenChange={setOpen}
            // The list may lie over the button below: where nothing is found it has the way to the label itself.
            notFoundContent={
              q === '' || found.isFetching ? (
                <p className="t3">{t('diet.form.search')}</p>
              ) : (
                <div className="dietnone">
                  <p className="t3">{t('diet.form.notFound')}</p>
                  <Button size="sm" onClick={describe}>
                    {t('diet.form.ownNamed', { name: q })}
                  </Button>
                </div>
              )
            }
          />
        )}
      </Line>
      {own === null ? (
        <span>
          <Button size="sm" onClick={describe}>
            {t('diet.form.own')}
          </Button>
        </span>
      ) : (
        <OwnFood
          key={own}
          name={own}
          onPick={(food) => {
            done({ ...food, grams: 100, measure: null })
            setOwn(null)
          }}
        />
      )}
    </>
  )
}
function labelOf({ nameZhTw, nameEn, per100, serving }: Food) {
  const name = nameZhTw ? `${nameZhTw}　${nameEn}` : nameEn
  const measure = serving ? `　${t('diet.form.measure', { name: serving.name, grams: serving.grams })}` : ''
  return `${name}　${per100.energy ?? '–'} kcal/100 g${measure}`
}
