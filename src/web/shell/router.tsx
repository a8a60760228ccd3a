import { createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router';
import { isId } from '../api/ids.js';
import { queries } from '../api/client.js';
import { pagesPath } from '../connection/place.js';
import { askAhead, meQuery } from '../api/rights.js';
import { usersQuery } from '../api/whole-lists.js';
import { isSignedOut } from '../connection/session.js';
import { signInWaysQuery } from '../signing-in/sign-in-ways.js';
import { PasswordDialog } from '../signing-in/password-dialog.js';
import { SignInPage } from '../signing-in/sign-in-page.js';
import { changeFilter } from '../changes/change-filter.js';
import { pipelineSearch } from '../pipelines/pipeline-search.js';
import { planSearch } from '../plan/plan-search.js';
import { projectQuery, offeringQuery } from '../projects/project-query.js';
import { projectFilter } from '../projects/project-filter.js';
import { deliveryFilter } from '../webhooks/delivery-filter.js';
import { Told } from '../ui/telling/note.js';
import { isAnswered } from '../connection/ahead.js';
import { Frame } from './frame.js';
import { NewVersion } from './new-version.js';
import { NotFound, PageFailed } from './other-pages.js';
import { lazyPart } from './part.js';

const Root = () => (
  <>
    <NewVersion />
    <Outlet />
    <PasswordDialog />
    <Told />
  </>
);

const root = createRootRoute({ component: Root, notFoundComponent: NotFound });

interface SignInSearch {
  readonly return_to?: string | undefined;
  /** The code of what was refused at the provider, and in which request. */
  readonly error?: string | undefined;
  readonly request_id?: string | undefined;
}

const signIn = createRoute({
  getParentRoute: () => root,
  path: 'sign-in',
  validateSearch: ({ return_to, error, request_id }: Record<string, unknown>): SignInSearch => ({
    return_to: typeof return_to === 'string' ? return_to : undefined,
    error: typeof error === 'string' ? error : undefined,
    request_id: isId(request_id) ? request_id : undefined,
  }),
  // What everybody sees first is part of what everybody loads first.
  component: SignInPage,
});

/** To sign in, and to come back. */
export const signingIn = (pathname: string, searchStr: string) =>
  ({
    to: '/sign-in',
    search: { return_to: pathname === '/' ? undefined : pathname + searchStr },
    replace: true,
  }) as const;

const welcome = createRoute({
  getParentRoute: () => root,
  path: 'welcome',
  component: lazyPart(() => import('../signing-in/welcome-page.js'), 'WelcomePage'),
});

const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  beforeLoad: async ({ location: { pathname, searchStr } }) => {
    await isAnswered;
    if (isSignedOut.get()) redirect({ ...signingIn(pathname, searchStr), throw: true });
    void queries.prefetchQuery(meQuery);
  },
  component: Frame,
});

const start = createRoute({
  getParentRoute: () => inside,
  path: '/',
  component: lazyPart(() => import('../start/start-page.js'), 'StartPage'),
});

const projects = createRoute({
  getParentRoute: () => inside,
  path: 'projects',
  validateSearch: projectFilter,
  component: lazyPart(() => import('../projects/projects-page.js'), 'ProjectsPage'),
});

const project = createRoute({
  getParentRoute: () => inside,
  path: 'projects/$id',
  loader: ({ params: { id }, preload }) =>
    askAhead(preload, 'delivery:read', () => queries.prefetchQuery(projectQuery(id))),
  component: lazyPart(() => import('../projects/project/project-page.js'), 'ProjectPage'),
});

const plan = createRoute({
  getParentRoute: () => inside,
  path: 'projects/$id/offerings/$offeringId',
  validateSearch: planSearch,
  loader: ({ params: { id, offeringId }, preload }) =>
    askAhead(preload, 'delivery:read', () => queries.prefetchQuery(offeringQuery(id, offeringId))),
  component: lazyPart(() => import('../plan/plan-page.js'), 'PlanPage'),
});

const pipelines = createRoute({
  getParentRoute: () => inside,
  path: 'pipelines',
  validateSearch: pipelineSearch,
  component: lazyPart(() => import('../pipelines/pipelines-page.js'), 'PipelinesPage'),
});

const changes = createRoute({
  getParentRoute: () => inside,
  path: 'changes',
  validateSearch: changeFilter,
  component: lazyPart(() => import('../changes/changes-page.js'), 'ChangesPage'),
});

const tokens = createRoute({
  getParentRoute: () => inside,
  path: 'tokens',
  component: lazyPart(() => import('../tokens/tokens-page.js'), 'TokensPage'),
});

const webhooks = createRoute({
  getParentRoute: () => inside,
  path: 'webhooks',
  component: lazyPart(() => import('../webhooks/webhooks-page.js'), 'WebhooksPage'),
});

const subscriber = createRoute({
  getParentRoute: () => inside,
  path: 'webhooks/$id',
  validateSearch: deliveryFilter,
  component: lazyPart(() => import('../webhooks/subscriber-page.js'), 'SubscriberPage'),
});

const delivery = createRoute({
  getParentRoute: () => inside,
  path: 'webhooks/$id/deliveries/$deliveryId',
  component: lazyPart(() => import('../webhooks/deliveries/delivery-page.js'), 'DeliveryPage'),
});

const settings = createRoute({
  getParentRoute: () => inside,
  path: 'settings',
  component: lazyPart(() => import('../settings/settings-page.js'), 'SettingsPage'),
});

const settingsStart = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: () => redirect({ to: '/settings/sessions', replace: true, throw: true }),
});

const users = createRoute({
  getParentRoute: () => settings,
  path: 'users',
  loader: ({ preload }) =>
    askAhead(preload, 'admin', () =>
      Promise.all([queries.prefetchQuery(usersQuery), queries.prefetchQuery(signInWaysQuery)]),
    ),
  component: lazyPart(() => import('../settings/users.js'), 'Users'),
});

const sessions = createRoute({
  getParentRoute: () => settings,
  path: 'sessions',
  component: lazyPart(() => import('../settings/sessions.js'), 'Sessions'),
});

const organization = createRoute({
  getParentRoute: () => settings,
  path: 'organization',
  component: lazyPart(() => import('../settings/organization.js'), 'Organization'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    welcome,
    inside.addChildren([
      start,
      projects,
      project,
      plan,
      pipelines,
      changes,
      tokens,
      webhooks,
      subscriber,
      delivery,
      settings.addChildren([settingsStart, users, sessions, organization]),
    ]),
  ]),
  basepath: pagesPath,
  defaultErrorComponent: PageFailed,
  defaultPreload: 'intent',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
