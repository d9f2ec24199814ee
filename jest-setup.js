// Jest setup provided by Grafana scaffolding
import './.config/jest-setup';

// Jest keeps 100 frames. React creates an error for every element, to know where it was made.
Error.stackTraceLimit = 10;
