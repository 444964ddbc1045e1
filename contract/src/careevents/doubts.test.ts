import { describe, expect, it } from 'vitest'
import { bodyDoubts } from '../monitoring/body.ts'
import { itemDoubts } from './doubts.ts'
import type { Item } from './items.ts'

const asked = (
  typed: Partial<Record<Item, number>>,
  age: number | null,
  standing: Partial<Record<Item, number>> = {},
) =>
  itemDoubts(new Map(Object.entries(typed) as [Item, number][]), {
    age,
    standing: new Map(Object.entries(standing) as [Item, number][]),
  }).map(({ item, text }) => `${item} ${text}`)

describe('what is typed is doubted as what a device measured', () => {
  it('[M5] [EVNT-05~] a weight or a height that nobody of the age has', () => {
    for (const kg of [88, 60, 120]) expect(asked({ weight: kg }, 2), `${kg}`).toEqual([`weight ${kg} kg`])
    expect(asked({ weight: 12, height: 170 }, 2)).toEqual(['height 170 cm'])
    expect(asked({ weight: 162, height: 102 }, 4)).toEqual(['weight 162 kg'])
    expect(asked({ weight: 16.2, height: 102 }, 4)).toEqual([])
    expect(asked({ weight: 7.7 }, 71)).toEqual(['weight 7.7 kg'])
    expect(asked({ weight: 68.4, height: 171 }, 71)).toEqual([])
    expect(asked({ weight: 60 }, null)).toEqual([])
  })
  it('[M5] two that do not fit together, at whichever of them was typed', () => {
    expect(asked({ weight: 400, height: 174 }, 63)).toEqual(['weight BMI 132.1'])
    expect(asked({ height: 174 }, 63, { weight: 400 })).toEqual(['height BMI 132.1'])
    expect(asked({ pulse: 70 }, 63, { weight: 400, height: 174 })).toEqual([])
    expect(asked({ systolic: 76, diastolic: 138 }, 40)).toEqual(['diastolic 76/138 mmHg'])
    expect(asked({ systolic: 95 }, 40, { diastolic: 125 })).toEqual(['systolic 95/125 mmHg'])
    expect(asked({ systolic: 120, diastolic: 120 }, 40)).toEqual(['diastolic 120/120 mmHg'])
    expect(asked({ systolic: 120, diastolic: 80 }, 40)).toEqual([])
  })
  it('[M5] a weight that moved by more than a fifth within two days', () => {
    const of = (near: number[]) => itemDoubts(new Map([['weight', 88]]), { age: 40, standing: new Map(), near })
    expect(of([68]).map(({ code, usual }) => [code, usual])).toEqual([['WEIGHT_CHANGE_IMPLAUSIBLE', null]])
    expect(of([68, 86])).toEqual([])
  })
  it('[M5] newborns, tall children and heavy adults are themselves', () => {
    expect(bodyDoubts({ weight: 0.6, height: 31, head: 22 }, 0)).toEqual([])
    expect(bodyDoubts({ weight: 4.2, height: 54, head: 37 }, 0)).toEqual([])
    expect(bodyDoubts({ weight: 95, height: 165 }, 9)).toEqual([])
    expect(bodyDoubts({ weight: 220, height: 170 }, 45)).toEqual([])
    expect(bodyDoubts({ weight: 160, height: 165, head: 56 }, 13)).toEqual([])
  })
})
