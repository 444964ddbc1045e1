import { getLink } from '@teleward/contract/links/endpoints.ts'
import type { LinkView } from '@teleward/contract/links/schema.ts'
import { nextLook } from './look.ts'
import { type PageState, usePage } from './usePage.ts'

export type LinkState = PageState<LinkView>

const how = { look: nextLook, passed: ({ identity }: LinkView) => identity.passed }
/** A patient's link. */
export const useLink = (token: string): LinkState => usePage(token, getLink, how)
