import {
  activeMembership,
  allOf,
  asks,
  asksOnce,
  careTeam,
  column,
  institution,
  inUnits,
  memberVisible,
  own,
  type TableAccess,
} from '../platform/access/index.ts'

/** Who is watched, and by which limits: an administrator's of the unit, of one's members. */
const administers = asksOnce("app_may('monitor')")
const inGroups = allOf(institution(), asks('app_groups_unit', column('at_unit')))
const group: TableAccess = { see: inGroups, add: inGroups, change: inGroups, remove: inGroups }
const changed = allOf(inUnits, activeMembership(), administers)
const listed: TableAccess = { see: allOf(inUnits, activeMembership(), careTeam), add: changed, change: changed }

export const monitoringTables = {
  monitor_group: { see: inGroups, add: inGroups, change: inGroups },
  monitor_group_staff: group,
  monitor_rule: group,
  monitor_group_member: listed,
  monitor_off: listed,
  monitor_own: {
    see: allOf(inUnits, activeMembership(), administers, careTeam),
    add: allOf(inUnits, activeMembership(), administers, own('set_by'), memberVisible),
  },
} satisfies Record<string, TableAccess>
