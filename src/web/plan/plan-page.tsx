import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { usePlannedDays } from '../api/planned-days.js';
import { useMay, useMe } from '../api/rights.js';
import { hundredthsOf } from '../hours/hundredths.js';
import { addDays, longDay, mondayOf, today } from '../hours/weeks.js';
import { offeringQuery } from '../projects/project-query.js';
import { Button } from '../ui/controls/button.js';
import { Choice } from '../ui/controls/field.js';
import { Empty, Page, Row, Together } from '../ui/structure/layout.js';
import { Lacking, ProblemNote } from '../ui/telling/note.js';
import { NotShown } from '../ui/telling/not-shown.js';
import { columnsFrom, daysShown, type Unit } from './grid/columns.js';
import { keyOf } from './grid/edits.js';
import { PlanEditor } from './plan-editor.js';
import { planSearch, type PlanSearch } from './plan-search.js';
import { useNames } from './role-names.js';

const units = [
  ['week', 'Weeks'],
  ['day', 'Days'],
] as const;

export const PlanPage = () => {
  const { id: project_id, offeringId: id } = useParams({
    from: '/inside/projects/$id/offerings/$offeringId',
  });
  const { by = 'week', from = mondayOf(today()) } = useSearch({
    from: '/inside/projects/$id/offerings/$offeringId',
  });
  const navigate = useNavigate({ from: '/projects/$id/offerings/$offeringId' });
  const me = useMe();
  const mayRead = useMay('delivery:read');
  const mayWrite = useMay('delivery:write');
  const mayReadPeople = useMay('people:read');
  const offering = useQuery({ ...offeringQuery(project_id, id), enabled: mayRead });
  const names = useNames(offering.data?.planned_roles ?? []);
  const end_date = addDays(from, daysShown(by) - 1);
  const planned = usePlannedDays({ project_offering_id: id, start_date: from, end_date }, mayRead);
  if (!me) return null;
  if (!mayRead || !offering.data) {
    return (
      <NotShown
        title="Planned hours"
        scope="delivery:read"
        what="Seeing planned hours"
        error={offering.error}
      />
    );
  }
  const go = (changes: PlanSearch) =>
    void navigate({ search: (before) => planSearch({ ...before, ...changes }), resetScroll: false });
  const roles = offering.data.planned_roles.map(names);
  const plan = new Map(
    planned.data?.map((day) => [keyOf(day.project_offering_role_id, day.plan_date), hundredthsOf(day.hours)]),
  );
  return (
    <Page
      title={offering.data.name}
      lead={
        <>
          The hours that are planned for its roles.{' '}
          <Link to="/projects/$id" params={{ id: project_id }}>
            To the project
          </Link>
        </>
      }
    >
      <ProblemNote error={offering.error ?? planned.error} />
      {!mayReadPeople && <Lacking scope="people:read" what="Seeing which roles and people these are" />}
      {!mayWrite && <Lacking scope="delivery:write" what="Changing planned hours" />}
      {roles.length === 0 ? (
        <Empty>
          No role is planned here yet: the CRM that you connect adds them, by POST on the roles of the
          offering.
        </Empty>
      ) : (
        <>
          <Row isAtEnd>
            <Choice label="By" value={by} choices={units} onChange={(unit: Unit) => go({ by: unit })} />
            <Button onPress={() => go({ from: addDays(from, -daysShown(by)) })}>Earlier</Button>
            <Button onPress={() => go({ from: undefined })}>This week</Button>
            <Button onPress={() => go({ from: addDays(from, daysShown(by)) })}>Later</Button>
            <span>
              <Together>{longDay(from)} –</Together> <Together>{longDay(end_date)}</Together>
            </span>
          </Row>
          <PlanEditor
            key={`${me.user_id} ${id}`}
            place={{ project_id, project_offering_id: id }}
            roles={roles}
            columns={columnsFrom(from, by)}
            plan={planned.isSuccess ? plan : undefined}
            isReadOnly={!mayWrite}
          />
        </>
      )}
    </Page>
  );
};
