import { describe, expect, it } from 'vitest'
import { NOBODY, pick, toDo, withPicked } from './group-people.ts'

const [B, C, D, E] = [2, 3, 4, 5]

describe('two who manage one group', () => {
  it('[CHAT-05~] a save sends what was picked, and throws out nobody whom somebody else has added meanwhile', () => {
    const picked = pick([B, C], NOBODY, [B, C, E])
    // Somebody else adds D: the form shows both, and sends its own pick alone.
    expect(withPicked([B, C, D], picked)).toEqual([B, C, D, E])
    expect(toDo([B, C, D], picked)).toEqual({ added: [E], gone: [] })
  })
  it('[CHAT-05~] whom somebody else has put out does not come back, and is not put out again', () => {
    const picked = pick([B, C], NOBODY, [C])
    expect(toDo([C], picked)).toEqual({ added: [], gone: [] })
    expect(toDo([B], pick([B, C], NOBODY, [B, C, E]))).toEqual({ added: [E], gone: [] })
  })
  it('[CHAT-05~] a pick that is taken back is none, also of whom somebody else has added as well', () => {
    const added = pick([B], NOBODY, [B, D])
    expect(pick([B], added, [B])).toEqual(NOBODY)
    expect(pick([B, D], added, [B])).toEqual({ added: [], gone: [D] })
    const gone = pick([B, C], NOBODY, [B])
    expect(pick([B, C], gone, [B, C])).toEqual(NOBODY)
  })
})
