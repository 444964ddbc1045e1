import type { MonitorGroupDetail } from '@teleward/contract/monitoring/group-schema.ts'

/** A field that was typed in, with what stood there when that began. */
interface Field<T> {
  now: T
  was: T
}
export interface Typed {
  name?: Field<string>
  staff?: Field<number[]>
  reach?: Field<number>
}
type Group = Pick<MonitorGroupDetail, 'name' | 'staff' | 'reachMinutes'>
export const midsOf = ({ staff }: Pick<MonitorGroupDetail, 'staff'>): number[] => staff.map(({ mid }) => mid)
const sameMids = (one: readonly number[], other: readonly number[]) =>
  one.length === other.length && one.every((mid) => other.includes(mid))

/**
 * What is shown of a group that is being changed: what was typed, over what stands now. `change` is what saving sends, and
 * `meanwhile` names the fields that were typed in here and that somebody else changed since.
 */
export function typedOver(typed: Typed, group: Group) {
  const mids = midsOf(group)
  const name = typed.name?.now ?? group.name
  const staff = typed.staff?.now ?? mids
  const reach = typed.reach?.now ?? group.reachMinutes
  const renamed = typed.name !== undefined && name.trim() !== group.name
  const staffed = typed.staff !== undefined && !sameMids(staff, mids)
  const moved = reach !== group.reachMinutes
  return {
    name,
    staff,
    reach,
    change: {
      ...(renamed ? { name: name.trim() } : {}),
      ...(staffed ? { staff } : {}),
      ...(moved ? { reachMinutes: reach } : {}),
    },
    meanwhile: {
      name: renamed && typed.name?.was !== group.name,
      staff: staffed && !sameMids(typed.staff?.was ?? [], mids),
      reach: moved && typed.reach !== undefined && typed.reach.was !== group.reachMinutes,
    },
  }
}
