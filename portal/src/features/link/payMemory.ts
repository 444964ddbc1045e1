const KEY = 'tw_pay_link'

/** Which link somebody left for the provider's page: of this tab alone, so that no provider is told a link's secret. */
export const leaveFor = (token: string) => sessionStorage.setItem(KEY, token)
export const cameFrom = (): string | null => sessionStorage.getItem(KEY)
