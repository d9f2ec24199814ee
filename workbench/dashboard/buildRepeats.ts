import type { Panel } from '@grafana/schema';
import {
  SceneByVariableRepeater,
  SceneCSSGridLayout,
  sceneGraph,
  SceneGridItem,
  SceneGridLayout,
} from '@grafana/scenes';
import { buildPanel, gridKey, repeatKey } from './buildPanel.tsx';

/** Grafana's default number of panels side by side. */
const MAX_PER_ROW = 4;
/** The size of the cells of the grid and of the gaps between them. */
const CELL_PX = 30;
const GAP_PX = 8;

type GridPos = NonNullable<Panel['gridPos']>;

/** Builds the grid item of a panel that is repeated for each value of a variable. Like Grafana's, it grows with their number. */
export function buildRepeats(
  saved: Panel,
  variableName: string,
  { x, y, w: width, h: height }: GridPos
): SceneGridItem {
  const columns = saved.repeatDirection === 'v' ? 1 : (saved.maxPerRow ?? MAX_PER_ROW);
  const layout = new SceneCSSGridLayout({
    children: [],
    isLazy: true,
    // As many columns as there are panels, and no more than fit.
    templateColumns: `repeat(auto-fit, minmax(calc(${100 / columns}% - ${GAP_PX}px), 1fr))`,
    autoRows: `${height * (CELL_PX + GAP_PX) - GAP_PX}px`,
  });
  const item = new SceneGridItem({
    key: gridKey(saved.id),
    x,
    y,
    width,
    height,
    body: new SceneByVariableRepeater({
      variableName,
      body: layout,
      // A panel whose value is still selected stays, with its data.
      getLayoutChild: (option) =>
        layout.state.children.find(({ state }) => state.key === repeatKey(saved, option)) ?? buildPanel(saved, option),
    }),
  });
  layout.subscribeToState(({ children }) => {
    item.setState({ height: height * Math.max(1, Math.ceil(children.length / columns)) });
    // The grid does not observe its items.
    sceneGraph.getAncestor(item, SceneGridLayout).setState({});
  });
  return item;
}
