import type { FieldFault } from '../../api/errors.ts'
import { type Section, sections } from './changes.ts'

const ROOT = 'config.'
/** Those at this place of the configuration, or below it. */
export const faultsAt = (faults: readonly FieldFault[], path: string): readonly FieldFault[] =>
  faults.filter((fault) => fault.path === ROOT + path || fault.path.startsWith(`${ROOT}${path}.`))

const places: Record<Section, readonly string[]> = {
  menu: ['menu'],
  brand: ['logo', 'primaryColour'],
  login: ['login'],
  appointment: ['appointment'],
  emr: ['emr'],
  remoteAppointment: ['remoteAppointment'],
  uploads: ['uploads'],
}
/** The sections in which something is wrong, in the order of the page. */
export const faultySections = (faults: readonly FieldFault[]): readonly Section[] =>
  sections.filter((section) => places[section].some((path) => faultsAt(faults, path).length > 0))
