import type { ProposedLimit } from '../../core/alerts/proposedLimit';
import type { Device } from '../../core/inventory/device';
import type { TagProfiles } from '../../core/inventory/tagProfile';
import type { TagTypeWords } from '../../core/serverWords';

/** The part of Grafana's `QueryEditorProps` that the editors use. */
export interface EditorProps<Q> {
  readonly datasource: EditorDataSource;
  readonly query: Q;
  onChange(query: Q): void;
  onRunQuery(): void;
}

/** The part of the data source that the editors use. */
export interface EditorDataSource {
  /**
   * The devices that the API key can access, with their tags.
   * @throws Error with a message for the user
   */
  listDevices(): Promise<readonly Device[]>;
  /** The rules of recent alerts, for suggestions. */
  listRules?(): Promise<readonly string[]>;
  /** The levels at which recent alerts began, for suggestions. */
  listProposedLimits?(): Promise<readonly ProposedLimit[]>;
  /** The names of states and the limits of tags in the settings. */
  tagProfiles(): Promise<TagProfiles>;
  /** The dashboard's variables as a query contains them: `$name`. */
  variableNames(): string[];
  /** The IANA time zone of the dashboard; undefined where there is none. */
  dashboardZone?(): string | undefined;
  /** The server's words for the types of tags that are no measures. */
  tagTypes(): TagTypeWords;
}
