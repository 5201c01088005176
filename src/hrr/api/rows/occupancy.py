"""Occupancy questions."""

from __future__ import annotations

from hrr.api.dsl import ASKS, call
from hrr.api.row import Row

ROWS: tuple[Row, ...] = (
    call(
        312,
        "hipModuleOccupancyMaxActiveBlocksPerMultiprocessor",
        "int* numBlocks, hipFunction_t f, int blockSize, size_t dynSharedMemPerBlk",
        replay=ASKS,
        driver=("cuOccupancyMaxActiveBlocksPerMultiprocessor",),
        node="hip_4.2",
    ),
    call(
        313,
        "hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags",
        "int* numBlocks, hipFunction_t f, int blockSize, size_t dynSharedMemPerBlk, unsigned int flags",
        replay=ASKS,
        driver=("cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags",),
        node="hip_4.2",
    ),
    call(
        314,
        "hipModuleOccupancyMaxPotentialBlockSize",
        "int* gridSize, int* blockSize, hipFunction_t f, size_t dynSharedMemPerBlk, int blockSizeLimit",
        replay=ASKS,
        driver=("cuOccupancyMaxPotentialBlockSize",),
        node="hip_4.2",
    ),
    call(
        315,
        "hipModuleOccupancyMaxPotentialBlockSizeWithFlags",
        "int* gridSize, int* blockSize, hipFunction_t f, size_t dynSharedMemPerBlk, int blockSizeLimit, "
        "unsigned int flags",
        replay=ASKS,
        driver=("cuOccupancyMaxPotentialBlockSizeWithFlags",),
        node="hip_4.2",
    ),
    call(
        317,
        "hipOccupancyMaxActiveBlocksPerMultiprocessor",
        "int* numBlocks, const void* f, int blockSize, size_t dynSharedMemPerBlk",
        replay=ASKS,
        node="hip_4.2",
    ),
    call(
        318,
        "hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags",
        "int* numBlocks, const void* f, int blockSize, size_t dynSharedMemPerBlk, unsigned int flags = "
        "hipOccupancyDefault",
        replay=ASKS,
        node="hip_4.2",
    ),
    call(
        319,
        "hipOccupancyMaxPotentialBlockSize",
        "int* gridSize, int* blockSize, const void* f, size_t dynSharedMemPerBlk, int blockSizeLimit",
        replay=ASKS,
        node="hip_4.2",
    ),
    call(
        505,
        "hipOccupancyAvailableDynamicSMemPerBlock",
        "size_t* dynamicSmemSize, const void* f, int numBlocks, int blockSize",
        replay=ASKS,
        driver=("cuOccupancyAvailableDynamicSMemPerBlock",),
        node="hip_7.2",
    ),
    call(
        518,
        "hipOccupancyMaxPotentialClusterSize",
        "int* clusterSize, const void* f, const hipLaunchConfig_t* config",
        replay=ASKS,
        driver=("cuOccupancyMaxPotentialClusterSize",),
        node="hip_7.2",
    ),
    call(
        519,
        "hipOccupancyMaxActiveClusters",
        "int* numClusters, const void* f, const hipLaunchConfig_t* launchConfig",
        replay=ASKS,
        driver=("cuOccupancyMaxActiveClusters",),
        node="hip_7.2",
    ),
)
