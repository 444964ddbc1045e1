/** Sections an institution can leave out of three screens. */
export const appointmentSections = ['future', 'agent', 'special', 'emergency', 'records'] as const
export const emrSections = ['history', 'todos', 'records', 'files', 'memo'] as const
export const remoteSections = ['devices', 'handOver', 'endAll'] as const

export const sectionsOf = {
  appointment: appointmentSections,
  emr: emrSections,
  remoteAppointment: remoteSections,
} as const
export type SectionGroup = keyof typeof sectionsOf
export type SectionOf<G extends SectionGroup> = (typeof sectionsOf)[G][number]

/** What of an institution's interface says which sections it leaves out. */
export type Left = { readonly [G in SectionGroup]: { readonly hidden: readonly string[] } }

/**
 * Whether a screen shows a section. What an institution leaves out shows all the same where something is written in it
 * (`filled`): nobody's text is hidden by it. Outside a session (a guest of a call) nothing is left out.
 */
export const showsSection = <G extends SectionGroup>(
  left: Left | undefined,
  group: G,
  section: SectionOf<G>,
  filled = false,
): boolean => filled || !left?.[group].hidden.includes(section)

/** A list of places, some of which are sections that can be left out, others always there. */
export const withoutLeftOut = <T extends string>(
  left: Left | undefined,
  group: SectionGroup,
  places: readonly T[],
): T[] => places.filter((place) => !left?.[group].hidden.includes(place))
