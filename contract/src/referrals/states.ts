/** What is known of letters without their shapes: addresses of screens carry it. */
export const referralStates = ['sent', 'received', 'accepted', 'declined', 'visited', 'reported', 'withdrawn'] as const
export const referralUrgencies = ['routine', 'urgent'] as const
