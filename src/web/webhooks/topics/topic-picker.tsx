import { webhookTopicPatternValues } from '../../generated/api.js';
import { Check } from '../../ui/controls/field.js';
import { ALL, includes, topicGroups, withTopic } from './topic-groups.js';
import styles from './topic-picker.module.css';

const groups = topicGroups(webhookTopicPatternValues);

interface TopicPickerProps {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
}

export const TopicPicker = ({ chosen, onChange }: TopicPickerProps) => {
  const check = (pattern: string, words: string) => {
    const included = includes(chosen, pattern);
    return (
      <Check
        key={pattern}
        isSelected={included || chosen.includes(pattern)}
        isDisabled={included}
        onChange={(isChosen) => onChange(withTopic(chosen, pattern, isChosen))}
      >
        {words}
      </Check>
    );
  };
  return (
    <fieldset className={styles.set}>
      <legend>Topics</legend>
      {check(ALL, 'Everything, also what is added later')}
      <div className={styles.resources} tabIndex={0} role="group" aria-label="Topics by resource">
        {groups.map(({ wildcard, topics }) => (
          <div key={wildcard} className={styles.resource}>
            {check(wildcard, wildcard)}
            <div className={styles.events}>{topics.map((topic) => check(topic, topic))}</div>
          </div>
        ))}
      </div>
    </fieldset>
  );
};
