import { Check } from '../ui/controls/field.js';
import { isIncluded, nameOfContext, nameOfPermission, scopeGroups, withScope } from './scope-groups.js';
import styles from './scope-matrix.module.css';

interface ScopeMatrixProps {
  readonly legend: string;
  /** All there are. */
  readonly scopes: readonly string[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
}

export const ScopeMatrix = ({ legend, scopes, chosen, onChange }: ScopeMatrixProps) => {
  const { contexts, permissions } = scopeGroups(scopes);
  const check = (scope: string, name: string, words?: string) => {
    const included = isIncluded(chosen, scope);
    return (
      <Check
        isSelected={included || chosen.includes(scope)}
        isDisabled={included}
        onChange={(isChosen) => onChange(withScope(chosen, scope, isChosen))}
        {...(words === undefined && { name })}
      >
        {words}
      </Check>
    );
  };
  const row = (name: string, prefix: string) => (
    <tr key={name}>
      <th scope="row">{name}</th>
      <td>{check(`${prefix}read`, `${name}: read`)}</td>
      <td>{check(`${prefix}write`, `${name}: write`)}</td>
    </tr>
  );
  return (
    <fieldset className={styles.set}>
      <legend>{legend}</legend>
      {scopes.includes('admin') && check('admin', 'admin', 'Everything, also tokens, users and settings')}
      <table className={styles.matrix}>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Read</th>
            <th scope="col">Write</th>
          </tr>
        </thead>
        <tbody>
          {row('All of these but webhooks', '')}
          {contexts.map((context) => row(nameOfContext(context), `${context}:`))}
        </tbody>
      </table>
      {permissions.map((permission) => (
        <div key={permission}>{check(permission, permission, nameOfPermission(permission))}</div>
      ))}
    </fieldset>
  );
};
