import { config } from '@grafana/runtime';
import type { Panel } from '@grafana/schema';
import {
  SceneByVariableRepeater,
  SceneCSSGridLayout,
  sceneGraph,
  SceneGridItem,
  SceneGridLayout,
} from '@grafana/scenes';
import { buildPanel, gridKey, repeatKey } from './buildPanel.ts';

/** Grafana's default number of panels side by side. */
const MAX_PER_ROW = 4;
/** The size of the cells of the grid and of the gaps between them. */
const CELL_PX = 30;
const GAP_PX = 8;

type GridPos = NonNullable<Panel['gridPos']>;

/**
 * Builds the grid item of a panel that is repeated for each value of a variable. Like Grafana's, it grows with their number, and on a narrow
 * page they are one below the other.
 */
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
    md: { templateColumns: '1fr', rowGap: 1, columnGap: 1 },
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
  const narrowPage = window.matchMedia(config.theme2.breakpoints.down('md').replace('@media ', ''));
  const fitHeight = () => {
    const rows = Math.ceil(layout.state.children.length / (narrowPage.matches ? 1 : columns));
    item.setState({ height: height * Math.max(1, rows) });
    // The grid does not observe its items.
    sceneGraph.getAncestor(item, SceneGridLayout).setState({});
  };
  layout.subscribeToState(fitHeight);
  item.addActivationHandler(() => {
    narrowPage.addEventListener('change', fitHeight);
    return () => narrowPage.removeEventListener('change', fitHeight);
  });
  return item;
}
